import { html, nothing, type TemplateResult } from 'lit'
import type { Connection } from '../../../client/types.ts'
import { relativeTime } from '../../format/time.ts'
import { icons } from '../../parts/icons.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { label } from '../../parts/states.ts'
import { connectionsTexts } from './texts.ts'

const looks: Readonly<Record<string, Omit<StateLabel, 'text'>>> = {
  ok: { tone: 'good', shape: 'full' },
  failing: { tone: 'bad', shape: 'cross' },
  untested: { tone: 'quiet', shape: 'ring' },
  disabled: { tone: 'quiet', shape: 'dash' },
}

/** The state of a connection in a word. A state of a newer gateway is shown by its name. */
export const healthLabel = ({ status }: Connection): TemplateResult =>
  label({ text: connectionsTexts.states[status] ?? status, ...(looks[status] ?? { tone: 'quiet', shape: 'ring' }) })

/** What is wrong with a connection, and what to do; nothing if it works. */
export const health = ({ status, lastSuccess }: Connection): unknown => {
  if (status === 'failing')
    return html`
      <div class="notice">
        ${icons.alert}
        <p>
          ${
            lastSuccess
              ? connectionsTexts.failing(relativeTime(new Date(lastSuccess), new Date()))
              : connectionsTexts.failingAlways
          }
          ${connectionsTexts.failingHelp}
        </p>
      </div>
    `
  return status === 'untested'
    ? html`
        <p class="small muted">${connectionsTexts.untested}</p>
      `
    : nothing
}
