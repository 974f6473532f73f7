import { type Configuration, FROM_FRAME, type FromFrame, readMessage } from '#contract/card/framePort'
import { propertiesOf } from './appearance.ts'
import { SluiceChangeEvent, SluiceErrorEvent, SluiceReadyEvent } from './events.ts'
import { openFramePort } from './framePort.ts'
import { loadFrame } from './loader.ts'
import { SENTENCES } from './sentences.ts'
import { cardSheet } from './sheet.ts'
import { holdSubmit } from './submit.ts'
import type { TextOverrides } from '../locales/texts.ts'

// Importing this on a server must work, though nothing can be made of it there.
const Base = globalThis.HTMLElement ?? Object

/** What a card became: the token to pay with, and what may be shown of the card. */
export type SluiceToken = { token: string; network: string; last4: string; expiry: string }

/** A token lives 15 minutes; it is not used in its last one. */
const TOKEN_LIFE_MS = 14 * 60_000
/** Longer than the frame tries. */
const ANSWER_MS = 60_000

/** Attributes that say where the frame comes from; changing one loads it anew. */
const ADDRESS = ['publishable-key', 'gateway', 'fallback-gateway', 'locale']
/** Attributes that the frame can be told of. */
const CONFIGURATION = ['layout', 'appearance', 'no-name', 'no-postal-code']

type Waiting = { id: number; resolve: (token: SluiceToken) => void; reject: (error: Error) => void }
type FrameState = Pick<Extract<FromFrame, { type: 'state' }>, 'complete' | 'empty' | 'brand' | 'errors'>

const EMPTY: FrameState = { complete: false, empty: true, brand: 'unknown', errors: {} }

/** Own events first: `change` and `error` have another class here than in the DOM's map. */
export interface SluiceCardEventMap extends Omit<HTMLElementEventMap, 'change' | 'error'> {
  ready: SluiceReadyEvent
  change: SluiceChangeEvent
  error: SluiceErrorEvent
}

/**
 * A card form that takes part in the form around it: its value is a token. The card itself is typed into a frame of the
 * gateway's origin; no script of this page can read it.
 *
 * @attr publishable-key - the account's key for browsers
 * @attr gateway - origin of the gateway; by default the one that served this script
 * @attr fallback-gateway - origin to load the form from when the first does not answer
 * @attr name - name of the token in the form's data
 * @attr required - the form cannot be sent without a card
 * @attr disabled
 * @attr locale - language of the form; by default the page's
 * @attr layout - `row` (default), `stack` for every field on its own line, `grid` for pairs of fields
 * @attr appearance - the appearance members as JSON
 * @attr no-name - do not ask for the name on the card
 * @attr no-postal-code - do not ask for the postal code
 *
 * @csspart form - the box around the fields
 * @csspart error - the sentence that is shown when the form cannot be loaded
 * @cssprop --sluice-form-accent-color - as every form member of the appearance: the member's name in lower case, with
 *   dashes; the attribute wins
 *
 * @slot error - shown in place of our sentence when the form cannot be loaded
 * @fires ready - the form can be typed into
 * @fires input - the shopper typed
 * @fires change - what the form says about itself changed: complete, empty, brand, errors
 * @fires error - the form did not load, or the card got no token
 * @fires invalid - as of any form control
 * @fires focus - focus came into the form
 * @fires blur - focus left it
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export class SluiceCard extends Base {
  static readonly formAssociated = true
  static readonly observedAttributes = [...ADDRESS, ...CONFIGURATION, 'required']

  readonly #internals = this.attachInternals()
  readonly #box = document.createElement('div')
  readonly #probe = document.createElement('i')
  #connection: AbortController | undefined
  #frame: HTMLIFrameElement | undefined
  #send: (message: object) => void = () => {}
  #ready = false
  #state = EMPTY
  #missing = ''
  #texts = ''
  #disabled = false
  #token: SluiceToken | undefined
  #expiresMs = 0
  #failure = ''
  #waiting: (Waiting & { promise: Promise<SluiceToken> }) | undefined
  #lastId = 0

  constructor() {
    super()
    const shadow = this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [cardSheet()]
    shadow.append(this.#box, this.#probe)
    this.#box.part.add('form')
    this.#probe.addEventListener('transitionend', () => this.#configure())
    this.addEventListener('invalid', () => setTimeout(() => this.#focusIsHere() && this.#send({ type: 'report' })))
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form
  }
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }
  get type(): string {
    return this.localName
  }
  /** The token, or an empty string while there is none. */
  get value(): string {
    return this.#fresh()?.token ?? ''
  }
  get required(): boolean {
    return this.hasAttribute('required')
  }
  set required(required: boolean) {
    this.toggleAttribute('required', required)
  }
  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', disabled)
  }
  get validity(): ValidityState {
    return this.#internals.validity
  }
  get validationMessage(): string {
    return this.#internals.validationMessage
  }
  get willValidate(): boolean {
    return this.#internals.willValidate
  }
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** The appearance members, as an object. */
  set appearance(members: Record<string, string>) {
    this.setAttribute('appearance', JSON.stringify(members))
  }

  /** Your own words in place of some of ours, by their keys. */
  set texts(texts: TextOverrides) {
    this.#texts = JSON.stringify(texts)
    this.#configure()
  }
  /** Puts focus into the form, on the first field that wants something. */
  override focus(): void {
    this.#frame?.focus()
    this.#send({ type: 'focus' })
  }

  /** Empties the form, as a reset of the form around it does. */
  reset(): void {
    this.#clearToken()
    this.#failure = ''
    this.#state = EMPTY
    this.#send({ type: 'reset' })
    this.#validate()
  }

  /**
   * Tells that the payment was declined: the token is spent, and the shopper is asked for the security code again or for
   * another card.
   *
   * @param text a sentence for the shopper in place of ours, 200 characters at most
   */
  declined(text = ''): void {
    this.#clearToken()
    this.#frame?.focus()
    this.#send({ type: 'declined', text })
  }

  /**
   * Sends the card to the gateway. Calls while one is under way get its answer.
   *
   * @throws {Error} with the shopper's sentence as its message, where the card is incomplete or refused
   */
  tokenize(): Promise<SluiceToken> {
    const token = this.#fresh()
    if (token) return Promise.resolve(token)
    if (this.#waiting) return this.#waiting.promise
    const { promise, resolve, reject } = Promise.withResolvers<SluiceToken>()
    const id = ++this.#lastId
    this.#waiting = { id, promise, resolve, reject }
    if (this.#ready) this.#send({ type: 'tokenize', id })
    else this.#fail('load_failed', this.#sentence())
    setTimeout(() => this.#waiting?.id === id && this.#fail('network', this.#sentence()), ANSWER_MS)
    return promise
  }

  /** @internal For the submission of the form: see submit.ts. */
  get unprepared(): boolean {
    return !this.#disabled && !this.#fresh() && (!this.#state.empty || this.required)
  }

  /** @internal */
  prepare(): Promise<unknown> {
    return this.tokenize().catch((error: unknown) => {
      this.focus()
      throw error
    })
  }

  connectedCallback(): void {
    this.#connection = new AbortController()
    const { signal } = this.#connection
    signal.addEventListener('abort', holdSubmit(this))
    // A token that waited in the back-forward cache has been used, or will be too old.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#clearToken(), { signal })
    this.#load()
  }

  disconnectedCallback(): void {
    this.#connection?.abort()
    this.#frame?.remove()
    this.#frame = undefined
    this.#forget()
  }

  /** `moveBefore` keeps the frame and all that is typed in it. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#frame) return
    if (ADDRESS.includes(name)) {
      this.disconnectedCallback()
      this.connectedCallback()
    } else if (name === 'required') this.#validate()
    else this.#configure()
  }

  formDisabledCallback(disabled: boolean): void {
    this.#disabled = disabled
    this.#configure()
  }

  formResetCallback(): void {
    this.reset()
  }

  #gateway(attribute: string): string | undefined {
    const url = this.getAttribute(attribute)
    return url ? new URL(url, location.href).origin : undefined
  }

  #locale(): string {
    return this.getAttribute('locale') ?? (this.closest('[lang]')?.getAttribute('lang') || navigator.language)
  }

  #sentence(): string {
    return SENTENCES[this.#locale().slice(0, 2).toLowerCase()] ?? SENTENCES['en']!
  }

  #configuration(): Configuration {
    return {
      disabled: this.#disabled,
      layout: this.getAttribute('layout') ?? '',
      askName: !this.hasAttribute('no-name'),
      askPostalCode: !this.hasAttribute('no-postal-code'),
      scheme: getComputedStyle(this.#probe).color.includes('255') ? 'dark' : 'light',
      appearance: this.getAttribute('appearance') ?? '',
      properties: propertiesOf(this),
      locale: this.#locale(),
      texts: this.#texts,
    }
  }

  #configure(): void {
    this.#send({ type: 'configure', ...this.#configuration() })
  }

  #load(): void {
    const { signal } = this.#connection!
    // A clone of this element, or one from a saved page, brings a frame that is nobody's.
    for (const stale of this.querySelectorAll(':scope>[slot=frame]')) stale.remove()
    this.#show('frame')
    this.#configure()
    const frame = document.createElement('iframe')
    frame.slot = 'frame'
    frame.title = this.getAttribute('aria-label') ?? 'Card details'
    frame.allow = 'payment'
    frame.referrerPolicy = 'no-referrer'
    this.#frame = frame
    const gateways = [this.#gateway('gateway') ?? new URL(import.meta.url).origin, this.#gateway('fallback-gateway')]
    let attempt = new AbortController()
    const arrived = loadFrame(
      frame,
      gateways.filter((gateway) => gateway !== undefined),
      signal,
      (gateway) => {
        attempt.abort()
        attempt = new AbortController()
        this.#send = openFramePort(
          frame,
          gateway,
          AbortSignal.any([signal, attempt.signal]),
          () => {
            // Whatever a document of this frame knew before is gone with it.
            this.#forget()
            arrived()
            this.#configure()
          },
          (data) => this.#receive(data),
        )
        const query = new URLSearchParams({
          key: this.getAttribute('publishable-key') ?? '',
          origin: location.origin,
          locale: this.#locale(),
        })
        frame.src = `${gateway}/card?${query}#${encodeURIComponent(JSON.stringify(this.#configuration()))}`
        if (!frame.isConnected) this.append(frame)
      },
      () => this.#giveUp(),
    )
    this.#validate()
  }

  #show(slotName: 'frame' | 'error'): HTMLSlotElement {
    const slot = document.createElement('slot')
    slot.name = slotName
    this.#box.replaceChildren(slot)
    return slot
  }

  #giveUp(): void {
    const sentence = document.createElement('p')
    sentence.setAttribute('role', 'alert')
    sentence.part.add('error')
    sentence.textContent = this.#sentence()
    this.#frame?.remove()
    this.#show('error').append(sentence)
    this.dispatchEvent(new SluiceErrorEvent('load_failed', this.#sentence()))
  }

  #receive(data: unknown): void {
    const message = readMessage(FROM_FRAME, data)
    switch (message?.type) {
      case 'texts':
        this.#missing = message.missing
        if (!this.hasAttribute('aria-label')) this.#frame!.title = message.title
        break
      case 'state':
        this.#onState(message)
        break
      case 'input':
        this.#clearToken()
        this.#setFailure('')
        this.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
        break
      case 'token':
        this.#onToken(message)
        break
      case 'failed':
        if (message.id === this.#waiting?.id) this.#fail(message.code, message.text)
        break
      case 'height':
        // 4 px on each side are the focus ring's.
        this.#box.style.height = `${Math.max(0, message.height - 8)}px`
        break
      case 'focus':
      case 'blur':
        this.dispatchEvent(new FocusEvent(message.type))
        break
      case 'submit':
        this.#setFailure('')
        this.form?.requestSubmit()
        break
    }
  }

  #onState({ complete, empty, brand, errors, edited }: Extract<FromFrame, { type: 'state' }>): void {
    const before = JSON.stringify(this.#state)
    this.#state = { complete, empty, brand, errors }
    this.#validate()
    if (!this.#ready) {
      this.#ready = true
      this.dispatchEvent(new SluiceReadyEvent())
    }
    if (edited && JSON.stringify(this.#state) !== before) this.dispatchEvent(new SluiceChangeEvent(this.#state))
  }

  #onToken({ id, token, network, last4, expiry }: Extract<FromFrame, { type: 'token' }>): void {
    const waiting = this.#waiting
    if (id !== waiting?.id) return
    this.#waiting = undefined
    this.#token = { token, network, last4, expiry }
    this.#expiresMs = Date.now() + TOKEN_LIFE_MS
    // The second value is what the browser keeps for going back: nothing.
    this.#internals.setFormValue(token, '')
    waiting.resolve(this.#token)
    setTimeout(() => this.#fresh(), TOKEN_LIFE_MS)
  }

  #fail(code: string, text: string): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#setFailure(text)
    // The next try may succeed as it is: a click (Enter in a field is one, too) must not be stopped by this error. Where
    // a field is to blame, the frame says that the card is not complete.
    addEventListener('click', () => this.#setFailure(''), {
      capture: true,
      once: true,
      signal: this.#connection?.signal,
    })
    this.dispatchEvent(new SluiceErrorEvent(code, text))
    waiting?.reject(new Error(text))
  }

  #setFailure(text: string): void {
    this.#failure = text
    this.#validate()
  }

  /** The token, if it is not too old: timers sleep with the page, so the clock is asked too. */
  #fresh(): SluiceToken | undefined {
    if (this.#token && Date.now() >= this.#expiresMs) this.#clearToken()
    return this.#token
  }

  #clearToken(): void {
    this.#token = undefined
    this.#internals.setFormValue(null)
  }

  /** The frame is gone, or is another document: nothing is typed any more. */
  #forget(): void {
    const { empty } = this.#state
    this.#ready = false
    this.#state = EMPTY
    this.#failure = ''
    this.#clearToken()
    this.#waiting?.reject(new Error(this.#sentence()))
    this.#waiting = undefined
    this.#validate()
    if (!empty) this.dispatchEvent(new SluiceChangeEvent(EMPTY))
  }

  #validate(): void {
    const { complete, empty } = this.#state
    const missing = !complete && (this.required || !empty)
    this.#internals.setValidity(
      {
        valueMissing: missing && this.required,
        badInput: missing && !this.required,
        customError: Boolean(this.#failure),
      },
      this.#failure || this.#missing || this.#sentence(),
      this.#frame?.isConnected ? this.#frame : this,
    )
  }

  #focusIsHere(): boolean {
    return this.contains((this.getRootNode() as Document | ShadowRoot).activeElement)
  }
}

// The overloads of the element's own events add no members.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface SluiceCard {
  addEventListener<K extends keyof SluiceCardEventMap>(
    type: K,
    listener: (this: SluiceCard, event: SluiceCardEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<K extends keyof SluiceCardEventMap>(
    type: K,
    listener: (this: SluiceCard, event: SluiceCardEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-card': SluiceCard
  }
  // `change` and `error` are in this map with the DOM's own classes: see SluiceCardEventMap for the element's.
  interface HTMLElementEventMap {
    ready: SluiceReadyEvent
  }
}
