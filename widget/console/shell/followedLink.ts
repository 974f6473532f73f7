/** Whether a click on a link opens a page of the console in this tab. */
export const followedLink = (event: MouseEvent): URL | undefined => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#'))
    return undefined
  const url = new URL(link.href)
  return url.origin === location.origin ? url : undefined
}
