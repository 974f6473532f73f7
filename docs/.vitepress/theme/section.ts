import type { DefaultTheme } from 'vitepress'

type Item = DefaultTheme.SidebarItem

const contains = ({ link, items = [] }: Item, path: string): boolean => {
  const file = link && `${link.replace(/^\//, '')}${link.endsWith('/') ? 'index' : ''}.md`
  return file === path || items.some((item) => contains(item, path))
}

/** The groups of the sidebar around a page, such as "Reference" or "Reference / API". Empty for a page that is not listed. */
export const sectionOf = (sidebar: unknown, path: string): string => {
  const names: string[] = []
  let items = Array.isArray(sidebar) ? (sidebar as Item[]) : []
  for (;;) {
    const group = items.find((item) => item.items?.some((inner) => contains(inner, path)))
    if (!group) return names.join(' / ')
    names.push(group.text ?? '')
    items = group.items ?? []
  }
}
