/** JSON as a syntax tree. It can hold what a JavaScript value cannot: duplicate names, numbers of a thousand digits, and invalid JSON. */
export type JsonTree =
  | { readonly raw: string }
  | { readonly items: readonly JsonTree[] }
  | { readonly members: readonly Member[] }
export type Member = readonly [name: string, value: JsonTree]

export const raw = (text: string): JsonTree => ({ raw: text })
export const text = (value: string): JsonTree => raw(JSON.stringify(value))

export const toTree = (value: unknown): JsonTree => {
  if (Array.isArray(value)) return { items: value.map(toTree) }
  if (typeof value === 'object' && value !== null)
    return { members: Object.entries(value).map(([name, inner]) => [name, toTree(inner)] as const) }
  return raw(JSON.stringify(value))
}

export const serialize = (tree: JsonTree): string => {
  if ('raw' in tree) return tree.raw
  if ('items' in tree) return `[${tree.items.map(serialize).join()}]`
  return `{${tree.members.map(([name, value]) => `${JSON.stringify(name)}:${serialize(value)}`).join()}}`
}

/** The number of values in a tree, including the root. */
export const treeSize = (tree: JsonTree): number => {
  if ('raw' in tree) return 1
  const inside = 'items' in tree ? tree.items : tree.members.map(([, value]) => value)
  return inside.reduce((sum, value) => sum + treeSize(value), 1)
}

/** Replaces one value by any number of members. Items of a list have an empty name. */
export type TreeChange = (name: string, value: JsonTree) => readonly Member[]

/** Changes the value at an index, counted depth first from the root, which is 0. */
export const changeAt = (tree: JsonTree, index: number, change: TreeChange): JsonTree => {
  if (index === 0) {
    const [first, ...more] = change('', tree).map(([, value]) => value)
    if (first === undefined) return raw('')
    return more.length === 0 ? first : { items: [first, ...more] }
  }
  if ('raw' in tree) return tree
  let at = index - 1
  const inside = ([name, value]: Member): readonly Member[] => {
    const size = treeSize(value)
    const here = at
    at -= size
    if (here < 0 || here >= size) return [[name, value]]
    return here === 0 ? change(name, value) : [[name, changeAt(value, here, change)]]
  }
  if ('members' in tree) return { members: tree.members.flatMap(inside) }
  return { items: tree.items.flatMap((item) => inside(['', item])).map(([, value]) => value) }
}
