import type { PagesManifest } from '#contract/builtPages'

type BuiltConsole = Pick<PagesManifest['console'], 'shell' | 'screenPages'>

const titleSkeleton = '<div class="skeleton-title"><i></i></div>'

/** With the hash of the import map, without which the browser loads the script again. */
const preload = ({ path, integrity }: { readonly path: string; readonly integrity: string }): string =>
  `<link rel="modulepreload" fetchpriority="low" href="${path}" integrity="${integrity}">`

/**
 * The page of an address of the console, with the title of its screen.
 *
 * It asks for the session, what the screen reads first, and scripts at once. Otherwise a slow connection waits for one after the other. The
 * scripts have a low priority: the style sheet comes first, and the title is painted with it.
 */
export const printPage = (
  { shell: { start, firstRequests, middle, end }, screenPages }: BuiltConsole,
  pathname: string,
): string => {
  for (const { pattern, scripts, title, reads } of screenPages) {
    const match = new RegExp(pattern).exec(pathname)
    if (!match) continue
    const paths = reads
      .join(' ')
      .replaceAll('{id}', match[1] ?? '')
      .replaceAll('&', '&amp;')
    // Before the style sheet: an inline script waits for those above it.
    const first = `<meta name="first-reads" content="${paths}"><script>${firstRequests}</script>${scripts.map(preload).join('')}`
    const head = title === null ? titleSkeleton : `<div class="page-head"><h1>${title}</h1></div>`
    return start + first + middle + head + end
  }
  return start + middle + titleSkeleton + end
}
