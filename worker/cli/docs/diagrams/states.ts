import { type Diagram, type Palette, defaults } from './render.ts'

/** A change of state: from null, the thing begins. */
export type Edge<State extends string> = readonly [from: State | null, to: State, cause: string]

const name = (state: string): string => JSON.stringify(state)

/** Joins the causes of edges between the same two states, one per line. */
const joinCauses = <State extends string>(edges: readonly Edge<State>[]): Edge<State>[] => {
  const joined = new Map<string, Edge<State>>()
  for (const [from, to, cause] of edges) {
    const key = `${from} ${to}`
    const before = joined.get(key)
    joined.set(key, [from, to, before ? `${before[2]}\n${cause}` : cause])
  }
  return [...joined.values()]
}

/**
 * A diagram of states. States without a way out have a bold border.
 *
 * @param marks colours of states by role, such as `success` for those with money
 */
export const stateDiagram =
  <State extends string>(
    edges: readonly Edge<State>[],
    marks: Partial<Record<State, keyof Palette>> = {},
    direction: 'LR' | 'TB' = 'TB',
  ): Diagram =>
  (palette) => {
    const states = [...new Set(edges.flatMap(([from, to]) => (from === null ? [to] : [from, to])))]
    const isLast = (state: State) => edges.every(([from, to]) => from !== state || to === state)
    const nodes = states.map((state) => {
      const color = palette[marks[state] ?? 'line']
      return `${name(state)} [color="${color}" penwidth=${isLast(state) ? 2 : 1}]`
    })
    const arrows = joinCauses(edges).map(
      ([from, to, cause]) =>
        `${from === null ? 'begin' : name(from)} -> ${name(to)} [label=${JSON.stringify(` ${cause} `.replaceAll('\n', ' \n '))}]`,
    )
    return `digraph { rankdir=${direction} ${defaults(palette)}
      begin [shape=circle style=filled label="" width=0.16 height=0.16 fillcolor="${palette.text}" color="${palette.text}"]
      ${[...nodes, ...arrows].join('\n')}
    }`
  }
