import type { MarkdownRenderer } from 'vitepress'

/** In the environment of a rendering: blocks of code are left out. */
export const textOnly = { textOnly: true }

const isTextOnly = (env: unknown): boolean => typeof env === 'object' && env !== null && 'textOnly' in env

/**
 * Leaves out blocks of code where the environment is `textOnly`. The search index and the pages share one renderer, so its rules must not be
 * replaced for the index: pages that are rendered later would lose their code, too.
 */
export const hideCodeFromSearch = ({ renderer }: Pick<MarkdownRenderer, 'renderer'>): void => {
  const { fence } = renderer.rules
  if (fence === undefined) throw new Error('The renderer has no rule for blocks of code.')
  renderer.rules.fence = (...given) => (isTextOnly(given[3]) ? '' : fence(...given))
}
