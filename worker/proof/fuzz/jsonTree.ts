/**
 * JSON as it is written, not as it is read: a tree that can hold what a value of JavaScript cannot, such as a name twice, a number of a
 * thousand digits, or no JSON at all.
 */
export type Written =
  | { readonly raw: string }
  | { readonly items: readonly Written[] }
  | { readonly members: readonly Member[] }
export type Member = readonly [name: string, value: Written]

export const raw = (text: string): Written => ({ raw: text })
export const text = (value: string): Written => raw(JSON.stringify(value))

export const written = (value: unknown): Written => {
  if (Array.isArray(value)) return { items: value.map(written) }
  if (typeof value === 'object' && value !== null)
    return { members: Object.entries(value).map(([name, inner]) => [name, written(inner)] as const) }
  return raw(JSON.stringify(value))
}

export const print = (tree: Written): string => {
  if ('raw' in tree) return tree.raw
  if ('items' in tree) return `[${tree.items.map(print).join()}]`
  return `{${tree.members.map(([name, value]) => `${JSON.stringify(name)}:${print(value)}`).join()}}`
}

/** How many values there are in a tree, itself counted. */
export const sizeOf = (tree: Written): number => {
  if ('raw' in tree) return 1
  const inside = 'items' in tree ? tree.items : tree.members.map(([, value]) => value)
  return inside.reduce((sum, value) => sum + sizeOf(value), 1)
}

/** What becomes of one place: nothing, itself in another form, or several in a row. Items of a list have no name. */
export type Change = (name: string, value: Written) => readonly Member[]

/** A tree with one of its places changed: that of an index, counted from the root down, which is 0. */
export const changeAt = (tree: Written, index: number, change: Change): Written => {
  if (index === 0) {
    const [first, ...more] = change('', tree).map(([, value]) => value)
    if (first === undefined) return raw('')
    return more.length === 0 ? first : { items: [first, ...more] }
  }
  if ('raw' in tree) return tree
  let at = index - 1
  const inside = ([name, value]: Member): readonly Member[] => {
    const size = sizeOf(value)
    const here = at
    at -= size
    if (here < 0 || here >= size) return [[name, value]]
    return here === 0 ? change(name, value) : [[name, changeAt(value, here, change)]]
  }
  if ('members' in tree) return { members: tree.members.flatMap(inside) }
  return { items: tree.items.flatMap((item) => inside(['', item])).map(([, value]) => value) }
}
