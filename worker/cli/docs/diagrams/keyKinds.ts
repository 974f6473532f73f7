import { type Diagram, defaults } from './render.ts'

/** Which key belongs where, and what it may do. */
export const keyKinds: Diagram = (palette) => {
  const { accent, muted } = palette
  return `digraph { rankdir=LR ${defaults(palette)}
    page [label="your page"]; job [label="a server with one job"]; server [label="your server"]; operator [label="operator of the gateway"]
    gateway [label="gateway" width=1.4 height=2.6 color="${accent}"]
    page -> gateway [label=" publishable key: creates tokens "]
    job -> gateway [label=" restricted key: what its scopes name "]
    server -> gateway [label=" secret key: everything in its account and mode "]
    operator -> gateway [label=" command line: accounts, first keys, tiers, quotas " fontcolor="${muted}" style=dashed]
  }`
}
