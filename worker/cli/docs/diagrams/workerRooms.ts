import { importRules } from '../../../importRules.fixtures.ts'
import { type Diagram, defaults } from './render.ts'

/** What each room has, in few words. The composition root, worker/app, imports all of them and is left out. */
const rooms: Readonly<Record<string, string>> = {
  'worker/http': 'requests, keys, errors',
  'worker/routes': 'one line per endpoint',
  'worker/pages': 'payment pages',
  'worker/domain': 'the rules',
  'worker/store': 'all SQL',
  'worker/vault': 'all cryptography',
  'worker/processors': 'move the money',
  'worker/terminals': 'Durable Objects',
  'worker/webhooks': 'Durable Object',
}

const roomName = (path: string): string => path.replace('worker/', '')
const quoted = (path: string): string => JSON.stringify(roomName(path))

const toRooms = (paths: readonly string[] = []): string[] => paths.filter((path) => path in rooms)

/** Imports between two rooms; those of types alone are dashed. */
const arrows = (color: string): string[] =>
  Object.keys(rooms).flatMap((room) => {
    const rule = importRules[room]
    const runs = toRooms(rule?.runs).map((path) => `${quoted(room)} -> ${quoted(path)}`)
    const types = toRooms(rule?.types).map(
      (path) => `${quoted(room)} -> ${quoted(path)} [style=dashed color="${color}"]`,
    )
    return runs.concat(types)
  })

/** The rooms of the worker and what each may import, from the rules of the boundaries test. */
export const workerRooms: Diagram = (palette) => `digraph { rankdir=TB ${defaults(palette)} node [margin="0.28,0.08"]
  ${Object.entries(rooms)
    .map(([room, what]) => {
      const color = room === 'worker/domain' ? palette.accent : palette.line
      return `${quoted(room)} [label=<<b>${roomName(room)}</b><br/><font point-size="11" color="${palette.muted}">${what}</font>> color="${color}"]`
    })
    .join('\n')}
  ${arrows(palette.muted).join('\n')}
  { rank=same; "routes" "terminals" "webhooks" }
  { rank=same; "store" "vault" "processors" }
}`
