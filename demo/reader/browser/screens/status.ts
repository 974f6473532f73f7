import { make, makeButton, picture } from '../dom.ts'
import type { Actions, ConnectionStatus, ViewOf } from '../views.ts'
import { statusScreen, makeTitle, type Screen } from './screen.ts'

/** Screens without prompts. */

const emblem = (id: string): HTMLElement => make('div', 'emblem', picture(id))
const tide = (): HTMLElement => make('div', 'tide', picture('tide'))

const readiness: Record<ConnectionStatus, string> = { online: 'Ready', connecting: 'Connecting', offline: 'Offline' }

export const idleScreen = ({ nickname }: ViewOf<'idle'>, light: ConnectionStatus): Screen =>
  statusScreen(`idle ${light}`, makeTitle(readiness[light]), {
    before: [emblem('contactless')],
    after: [
      make('p', 'lead', nickname),
      ...(light === 'offline' ? [make('p', 'small-lead', 'Can’t reach the gateway. Retrying…')] : []),
      tide(),
    ],
  })

export const connectingScreen = (light: ConnectionStatus): Screen =>
  statusScreen('waiting', makeTitle(light === 'offline' ? 'Offline' : 'Connecting'), {
    before: [emblem('contactless')],
    after: [
      make('p', 'lead', light === 'offline' ? 'Can’t reach the gateway. Retrying…' : 'Getting a pairing code…'),
      tide(),
    ],
  })

export const pairedScreen = ({ nickname }: ViewOf<'paired'>): Screen =>
  statusScreen('good paired', makeTitle('Paired'), {
    before: [emblem('good')],
    after: [make('p', 'lead', `This terminal is now ${nickname}.`)],
  })

const lacks: Record<ViewOf<'unsupported'>['lack'], readonly [title: string, text: string]> = {
  encryption: [
    'Secure connection required',
    'Open this page over https or on localhost, so the browser can encrypt cards.',
  ],
  storage: [
    'Storage unavailable',
    'The browser can’t store this terminal’s key. Leave private browsing or try another browser.',
  ],
}

export const unsupportedScreen = ({ lack }: ViewOf<'unsupported'>): Screen => {
  const [title, text] = lacks[lack]
  return statusScreen('unsupported', makeTitle(title), { before: [emblem('bad')], after: [make('p', 'lead', text)] })
}

export const unrecognizedScreen = ({ nickname }: ViewOf<'unrecognized'>, actions: Actions): Screen =>
  statusScreen('unrecognized', makeTitle('Not recognized'), {
    before: [emblem('bad')],
    after: [
      make('p', 'lead', `The gateway rejected the key of ${nickname}.`),
      make('div', 'foot', makeButton('key go', actions.forget, 'Reset and pair again')),
    ],
  })

export const replacedScreen = ({ nickname }: ViewOf<'replaced'>, actions: Actions): Screen =>
  statusScreen('replaced', makeTitle('Open elsewhere'), {
    before: [emblem('over')],
    after: [
      make('p', 'lead', `${nickname} is open in another window or on another device.`),
      make('div', 'foot', makeButton('key go', actions.useHere, 'Use here')),
    ],
  })
