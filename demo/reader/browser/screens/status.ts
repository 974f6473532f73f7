import { make, makeButton, picture } from '../dom.ts'
import type { Acts, Light, ViewOf } from '../views.ts'
import { calmScreen, makeTitle, type Screen } from './screen.ts'

/** Screens on which nothing is asked. */

const emblem = (id: string): HTMLElement => make('div', 'emblem', picture(id))
const tide = (): HTMLElement => make('div', 'tide', picture('tide'))

const readiness: Record<Light, string> = { online: 'Ready', connecting: 'Connecting', offline: 'Offline' }

export const idleScreen = ({ nickname }: ViewOf<'idle'>, light: Light): Screen =>
  calmScreen(`idle ${light}`, makeTitle(readiness[light]), {
    before: [emblem('contactless')],
    after: [
      make('p', 'lead', nickname),
      ...(light === 'offline' ? [make('p', 'small-lead', 'The gateway does not answer. Trying again.')] : []),
      tide(),
    ],
  })

export const connectingScreen = (light: Light): Screen =>
  calmScreen('waiting', makeTitle(light === 'offline' ? 'Offline' : 'Connecting'), {
    before: [emblem('contactless')],
    after: [
      make(
        'p',
        'lead',
        light === 'offline' ? 'The gateway does not answer. Trying again.' : 'Asking the gateway for a code.',
      ),
      tide(),
    ],
  })

export const pairedScreen = ({ nickname }: ViewOf<'paired'>): Screen =>
  calmScreen('good paired', makeTitle('Paired'), {
    before: [emblem('good')],
    after: [make('p', 'lead', `This reader is ${nickname}.`)],
  })

const lacks: Record<ViewOf<'unable'>['lack'], readonly [title: string, text: string]> = {
  encryption: ['Not safe here', 'A reader needs https, or localhost: only there can the browser encrypt cards.'],
  storage: ['Nothing is kept', 'This browser keeps no keys for pages. Private windows often do not; try another one.'],
}

export const unableScreen = ({ lack }: ViewOf<'unable'>): Screen => {
  const [title, text] = lacks[lack]
  return calmScreen('unable', makeTitle(title), { before: [emblem('bad')], after: [make('p', 'lead', text)] })
}

export const refusedScreen = ({ nickname }: ViewOf<'refused'>, acts: Acts): Screen =>
  calmScreen('refused', makeTitle('Not recognized'), {
    before: [emblem('bad')],
    after: [
      make('p', 'lead', `The gateway no longer knows the key of ${nickname}.`),
      make('div', 'foot', makeButton('key go', acts.forget, 'Forget this reader and pair anew')),
    ],
  })

export const elsewhereScreen = ({ nickname }: ViewOf<'elsewhere'>, acts: Acts): Screen =>
  calmScreen('elsewhere', makeTitle('Open elsewhere'), {
    before: [emblem('over')],
    after: [
      make('p', 'lead', `${nickname} is in use in another window or on another device.`),
      make('div', 'foot', makeButton('key go', acts.useHere, 'Use it here')),
    ],
  })
