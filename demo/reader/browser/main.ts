import type { DevicePayment } from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { testCards } from './card/testCards.ts'
import { loadDeviceId } from './connection/deviceId.ts'
import { createDisplay } from './display.ts'
import { openPairingStore } from './connection/pairingStore.ts'
import { type Terminal, startTerminal } from './terminal.ts'
import { openSounds } from './sounds.ts'
import type { Actions, ConnectionStatus, View } from './views.ts'
import { keepScreenOn } from './wakeLock.ts'

const one = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!

const { gateway = '', sockets = '', ...page } = document.documentElement.dataset
const mode = page['mode'] === 'live' ? 'live' : 'test'
const name = new URLSearchParams(location.search).get('name') ?? 'reader'
const deviceId = loadDeviceId(name)

let reader: Terminal | undefined
let view: View = { name: 'connecting' }
let light: ConnectionStatus = 'connecting'

const sounds = openSounds()
const actions: Actions = {
  answer: (name, answer) => reader?.answer(name, answer),
  dismiss: () => reader?.dismiss(),
  useHere: () => reader?.useHere(),
  forget: () => void reader?.forget(),
  cue: sounds.play,
}
const display = createDisplay(one('main'), { gateway, deviceId, actions, cards: testCards[mode] })
const draw = (): void => display(view, light)

/* Top bar */

const words: Record<ConnectionStatus, string> = { online: 'Online', connecting: 'Connecting', offline: 'Offline' }
const drawLight = (): void => {
  one('.light').dataset['light'] = light
  one('.light .word').textContent = words[light]
}

const soundButton = one<HTMLButtonElement>('[data-act=sound]')
const drawSound = (): void => soundButton.setAttribute('aria-pressed', String(sounds.isOn))
soundButton.addEventListener('click', () => {
  sounds.toggle()
  drawSound()
  sounds.play('key')
})
drawSound()

const wideButton = one<HTMLButtonElement>('[data-act=wide]')
wideButton.hidden = !document.fullscreenEnabled
wideButton.addEventListener('click', () => {
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
})
document.addEventListener('fullscreenchange', () =>
  wideButton.setAttribute('aria-pressed', String(document.fullscreenElement !== null)),
)

/* Terminal */

/** Stored per tab, and only the payment as the gateway sent it: no card data. */
const storageKey = `reader-payment:${name}`
const memory = {
  get: () => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as DevicePayment | null,
  set: (payment: DevicePayment | null) =>
    payment ? sessionStorage.setItem(storageKey, JSON.stringify(payment)) : sessionStorage.removeItem(storageKey),
}

const start = async (): Promise<void> => {
  // Browsers provide WebCrypto only in a secure context.
  if (!('subtle' in crypto)) {
    view = { name: 'unsupported', lack: 'encryption' }
    one('.light').hidden = true
    return draw()
  }
  reader = await startTerminal({
    gateway: sockets,
    mode,
    keys: openPairingStore(name),
    memory,
    about: { make: 'Sluice', model: 'Browser terminal', serialNumber: deviceId, deviceId },
    encrypt: (card, key) => encryptCard(card, { keys: [key] }),
    show: (next) => {
      view = next
      draw()
    },
    light: (next) => {
      light = next
      drawLight()
      draw()
    },
    cue: sounds.play,
  })
  addEventListener('online', reader.wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') reader?.wake()
  })
  keepScreenOn()
}

void start()
