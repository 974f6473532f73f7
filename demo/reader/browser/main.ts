import type { DevicePayment } from '#contract/terminals/device'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { deviceIdOf } from './connection/deviceId.ts'
import { openDisplay } from './display.ts'
import { openKeyStore } from './connection/pairingStore.ts'
import { type Reader, startReader } from './terminal.ts'
import { openSounds } from './sounds.ts'
import type { Acts, Light, View } from './views.ts'
import { keepScreenOn } from './wakeLock.ts'

const one = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!

const { gateway = '', sockets = '' } = document.documentElement.dataset
const name = new URLSearchParams(location.search).get('name') ?? 'reader'
const deviceId = deviceIdOf(name)

let reader: Reader | undefined
let view: View = { name: 'connecting' }
let light: Light = 'connecting'

const sounds = openSounds()
const acts: Acts = {
  answer: (name, answer) => reader?.answer(name, answer),
  dismiss: () => reader?.dismiss(),
  useHere: () => reader?.useHere(),
  forget: () => void reader?.forget(),
  cue: sounds.play,
}
const display = openDisplay(one('main'), { gateway, deviceId, acts })
const draw = (): void => display(view, light)

/* The bar at the top */

const words: Record<Light, string> = { online: 'Online', connecting: 'Connecting', offline: 'Offline' }
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

/* The reader */

/** Of this tab alone, and only what the gateway said of the payment. */
const place = `reader-payment:${name}`
const memory = {
  get: () => JSON.parse(sessionStorage.getItem(place) ?? 'null') as DevicePayment | null,
  set: (payment: DevicePayment | null) =>
    payment ? sessionStorage.setItem(place, JSON.stringify(payment)) : sessionStorage.removeItem(place),
}

const start = async (): Promise<void> => {
  // Browsers leave it out where a page came over a wire that anybody can read.
  if (!('subtle' in crypto)) {
    view = { name: 'unable', lack: 'encryption' }
    one('.light').hidden = true
    return draw()
  }
  reader = await startReader({
    gateway: sockets,
    keys: openKeyStore(name),
    memory,
    about: { make: 'Sluice', model: 'Reader on screen', serialNumber: deviceId, deviceId },
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
