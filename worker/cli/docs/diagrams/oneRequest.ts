import { type Diagram, type Palette, defaults } from './render.ts'

interface Step {
  readonly room: string
  readonly does: string
  readonly mark?: keyof Palette
}

/** The steps of an authorize. Each round trip to the database and the call of the processor is marked. */
const steps: readonly Step[] = [
  { room: 'http/handleRequest', does: 'request id, error table, log line' },
  { room: 'http/auth', does: 'API key, rate limit, scope: round trip 1', mark: 'accent' },
  { room: 'http/body', does: 'validate against the contract' },
  { room: 'routes/transactions', does: 'one line' },
  { room: 'domain/transactions/authorize', does: 'amounts, options' },
  { room: 'store/transactions/createPending', does: 'insert the pending payment: round trip 2', mark: 'accent' },
  { room: 'domain/transactions/initiate/decide', does: 'rules of gateway and account' },
  { room: 'processors', does: 'call with a deadline', mark: 'success' },
  { room: 'store/transactions/authorizationOutcomes', does: 'outcome and event: round trip 3', mark: 'accent' },
  { room: 'http/response', does: 'JSON, headers' },
]

export const oneRequest: Diagram = (palette) => `digraph { rankdir=TB ${defaults(palette)} ranksep=0.22
  ${steps
    .map(
      ({ room, does, mark = 'line' }, index) =>
        `step${index} [width=6 color="${palette[mark]}" label=<<b>${room}</b><br/><font point-size="11" color="${palette.muted}">${does}</font>>]`,
    )
    .join('\n')}
  ${steps.map((_, index) => `step${index}`).join(' -> ')}
}`
