import type MarkdownIt from 'markdown-it'

/** Keeps the fragment of a link as it is written. VitePress would make it lower case, and miss ids such as authorizeTransaction. */
export const keepFragments = (markdown: MarkdownIt): void => {
  const { link_open: open } = markdown.renderer.rules
  markdown.renderer.rules.link_open = (tokens, index, options, env: unknown, self) => {
    const [, fragment] = /(#.*)$/.exec(tokens[index]?.attrGet('href') ?? '') ?? []
    const html = open ? open(tokens, index, options, env, self) : self.renderToken(tokens, index, options)
    return fragment
      ? html.replace(/(href="[^"#]*)#[^"]*"/, (_, path: string) => `${path}${encodeURI(decodeURI(fragment))}"`)
      : html
  }
}
