import type { PagesManifest } from '#contract/builtPages'

type BuiltConsole = Pick<PagesManifest['console'], 'shell' | 'screenPages'>

const titleSkeleton = '<div class="skeleton-title"><i></i></div>'

/** With the hash of the import map, without which the browser loads the script again. */
const preload = ({ path, integrity }: { readonly path: string; readonly integrity: string }): string =>
  `<link rel="modulepreload" fetchpriority="low" href="${path}" integrity="${integrity}">`

/**
 * The page of an address of the console, with the title of its screen.
 *
 * It asks for session and scripts at once. Otherwise a slow connection waits for script, session and screen one after the other. The
 * scripts have a low priority: the style sheet comes first, and the title is painted with it.
 */
export const printPage = (
  { shell: { start, session, middle, end }, screenPages }: BuiltConsole,
  pathname: string,
): string => {
  const screen = screenPages.find(({ pattern }) => new RegExp(pattern).test(pathname))
  if (!screen) return start + middle + titleSkeleton + end
  const { scripts, title } = screen
  // Before the style sheet: an inline script waits for those above it.
  const first = `<script>${session}</script>${scripts.map(preload).join('')}`
  const head = title === null ? titleSkeleton : `<div class="page-head"><h1>${title}</h1></div>`
  return start + first + middle + head + end
}
