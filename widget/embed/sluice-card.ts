import { type Configuration, FROM_FRAME, type FromFrame } from '#contract/card/framePort'
import type { TextOverrides } from '../locales/cardTexts.ts'
import { propertiesOf } from './appearance.ts'
import { type CardState, SluiceChangeEvent, SluiceReadyEvent } from './events.ts'
import type { SluiceCardEventMap } from './events.ts'
import { FrameElement, make } from './frameElement.ts'
import { holdToken, type SluiceToken } from './heldToken.ts'
import { apologyOf, localeOf } from './language.ts'
import { CSS } from './sheet.ts'
import { holdSubmit } from './submit.ts'

/** How long a token may take: longer than the frame tries. */
const ANSWER_MS = 60_000

const EMPTY: CardState = { complete: false, empty: true, brand: 'unknown', errors: {} }

let lastId = 0

/**
 * A card form that takes part in the form around it: its value is a token. The card itself is typed into a frame of the
 * gateway's origin; no script of this page can read it.
 *
 * @tagname sluice-card
 *
 * @attr {string} publishable-key - the account's key for browsers
 * @attr {string} gateway - origin of the gateway; by default the one that served this script
 * @attr {string} fallback-gateway - origin to load the form from when the first does not answer
 * @attr {string} name - name of the token in the form's data
 * @attr {boolean} required - the form cannot be sent without a card
 * @attr {boolean} disabled - nothing can be typed, and the form is sent without a token
 * @attr {string} locale - language of the form; by default that of the page around it
 * @attr {string} aria-label - title of the frame for screen readers; by default the form's own
 * @attr {'row' | 'stack' | 'grid'} layout - `row` (default), `stack` for every field on its own line, `grid` for pairs
 * @attr {string} appearance - the appearance members as JSON
 * @attr {boolean} no-name - do not ask for the name on the card
 * @attr {boolean} no-postal-code - do not ask for the postal code
 *
 * @slot error - shown in place of our sentence when the form cannot be loaded
 *
 * @csspart form - the box around the fields
 * @csspart error - the sentence that is shown when the form cannot be loaded
 *
 * @cssprop --sluice-form-background-color - a member of the appearance, as all of these: the attribute wins
 * @cssprop --sluice-form-text-color - text
 * @cssprop --sluice-form-label-color - labels
 * @cssprop --sluice-form-accent-color - focus rings and what is chosen
 * @cssprop --sluice-form-border-color - borders of the fields
 * @cssprop --sluice-form-input-text-color - what is typed
 * @cssprop --sluice-form-input-background-color - background of the fields
 * @cssprop --sluice-form-icon-theme - marks of the networks
 * @cssprop --sluice-input-color - the caret
 * @cssprop --sluice-input-variant - shape of the fields: outlined, filled or standard
 * @cssprop --sluice-alert-color - errors
 *
 * @fires {SluiceReadyEvent} ready - the form can be typed into
 * @fires {Event} input - the shopper typed
 * @fires {SluiceChangeEvent} change - what the form says about itself changed: complete, empty, brand, errors
 * @fires {SluiceErrorEvent} error - the form did not load, or the card got no token
 * @fires {Event} invalid - as of any form control
 * @fires {FocusEvent} focus - focus came into the form
 * @fires {FocusEvent} blur - focus left it
 */
export class SluiceCard extends FrameElement<typeof FROM_FRAME, SluiceCardEventMap> {
  /** @internal */
  static readonly formAssociated = true
  /** @internal */
  static readonly observedAttributes = [
    'publishable-key',
    'gateway',
    'fallback-gateway',
    'locale',
    'layout',
    'appearance',
    'no-name',
    'no-postal-code',
    'required',
  ]
  /** The gateway of elements that name none. The script that a gateway serves sets it to that gateway's origin. */
  static gateway = ''

  readonly #internals = this.attachInternals()
  readonly #token = holdToken(this.#internals)
  readonly #probe = make('i')
  /** None while no frame has said anything. */
  #state: CardState | undefined
  #missing = ''
  #failure = ''
  #texts: TextOverrides | null | undefined
  #waiting: (PromiseWithResolvers<SluiceToken> & { id: number }) | undefined

  constructor() {
    super(FROM_FRAME, CSS, /key|gateway/, 8)
    this.shadowRoot!.append(this.#probe)
    this.#probe.addEventListener('transitionend', () => this.configure())
    this.addEventListener('invalid', () => setTimeout(() => this.#hasFocus() && this.send({ type: 'report' })))
  }

  /** The form that it takes part in. */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }
  /** Name of the token in the form's data. */
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string | null | undefined) {
    this.setAttribute('name', name ?? '')
  }
  /** The element's name, as an input has its type. */
  get type(): string {
    return this.localName
  }
  /** The token, or an empty string while there is none. */
  get value(): string {
    return this.#token()?.token ?? ''
  }
  /** The form cannot be sent without a card. */
  get required(): boolean {
    return this.hasAttribute('required')
  }
  set required(required: boolean | null | undefined) {
    this.toggleAttribute('required', !!required)
  }
  /** Nothing can be typed, and the form is sent without a token. */
  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }
  set disabled(disabled: boolean | null | undefined) {
    this.toggleAttribute('disabled', !!disabled)
  }
  /** As of any form control. */
  get validity(): ValidityState {
    return this.#internals.validity
  }
  /** As of any form control, in the form's language. */
  get validationMessage(): string {
    return this.#internals.validationMessage
  }
  /** As of any form control. */
  get willValidate(): boolean {
    return this.#internals.willValidate
  }
  /** As of any form control. */
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }
  /** As of any form control: the form shows what is wrong, and focus is on the first field that has an error. */
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** Your own words in place of some of ours, by their keys. */
  get texts(): TextOverrides | null | undefined {
    return this.#texts
  }
  set texts(texts: TextOverrides | null | undefined) {
    this.#texts = texts
    this.configure()
  }

  /** Empties the form, as a reset of the form around it does. */
  reset(): void {
    this.#token(null)
    this.#state &&= EMPTY
    this.send({ type: 'reset' })
    this.#validate('')
  }

  /**
   * Tells that the payment was declined: the token is spent, and the shopper is asked for the security code again or for
   * another card.
   *
   * @param text a sentence for the shopper in place of ours, 200 characters at most
   */
  declined(text = ''): void {
    this.#token(null)
    this.frame?.focus()
    this.send({ type: 'declined', text })
  }

  /**
   * Sends the card to the gateway. Calls while one is under way get its answer.
   *
   * @throws {Error} with the shopper's sentence as its message, where the card is incomplete or refused
   */
  async tokenize(): Promise<SluiceToken> {
    return this.#token() ?? (this.#waiting ?? this.#ask()).promise
  }

  /** @internal */
  formDisabledCallback(): void {
    this.configure()
  }

  /** @internal */
  formResetCallback(): void {
    this.reset()
  }

  protected override load(view: Window, signal: AbortSignal): void {
    const root = this.getRootNode()
    const unprepared = () =>
      !this.matches(':disabled') && !this.#token() && (this.required || this.#state?.empty === false)
    holdSubmit(this, root === this.ownerDocument ? view : root, signal, unprepared)
    // A token that waits in the back-forward cache has been used, or will be too old.
    view.addEventListener('pagehide', () => this.#token(null), { signal })
    // The next try may succeed as it is: a click (Enter in a field is one, too) must not be stopped by an error of the last
    // one. Where a field is to blame, the frame says that the card is not complete.
    view.addEventListener('click', () => this.#validate(''), { capture: true, signal })
    super.load(view, signal)
  }

  /** @internal */
  override addresses(): URL[] {
    // Addresses end in logs and traces: a secret key that was put here by mistake goes nowhere, and gets no frame.
    return [this.getAttribute('gateway') ?? SluiceCard.gateway, this.getAttribute('fallback-gateway')].flatMap((url) =>
      url
        ? new URL(
            `/card?key=${this.getAttribute('publishable-key')?.split(/[rs]k_/, 1)}#${encodeURIComponent(JSON.stringify(this.configuration()))}`,
            new URL(url, this.baseURI),
          )
        : [],
    )
  }

  /** What is null or undefined here is not said: the frame has a value of its own for it. */
  protected override configuration(): { type: string } & {
    [Member in keyof Configuration]: Configuration[Member] | null | undefined
  } {
    return {
      type: 'configure',
      disabled: this.matches(':disabled'),
      layout: this.getAttribute('layout'),
      askName: !this.hasAttribute('no-name'),
      askPostalCode: !this.hasAttribute('no-postal-code'),
      scheme: getComputedStyle(this.#probe).color.includes('255') ? 'dark' : 'light',
      appearance: this.appearance ? JSON.stringify(this.appearance) : this.getAttribute('appearance'),
      properties: propertiesOf(this),
      locale: localeOf(this),
      texts: JSON.stringify(this.#texts),
    }
  }

  /** @internal */
  override configure(): void {
    super.configure()
    this.#validate()
  }

  protected override heard(message: FromFrame): void {
    switch (message.type) {
      case 'texts':
        this.#missing = message.missing
        this.#validate()
        break
      case 'state':
        this.#onState(message)
        break
      case 'input':
        this.#token(null)
        this.#validate('')
        this.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
        break
      case 'token':
        this.#onToken(message)
        break
      case 'failed':
        if (message.id === this.#waiting?.id) this.fail(message.code, message.text)
        break
      case 'submit':
        this.#validate('')
        this.form?.requestSubmit()
    }
  }

  #onState({ complete, empty, brand, errors, edited }: Extract<FromFrame, { type: 'state' }>): void {
    const before = this.#state
    this.#state = { complete, empty, brand, errors }
    this.#validate()
    if (!before) this.dispatchEvent(new SluiceReadyEvent())
    if (edited && JSON.stringify(this.#state) !== JSON.stringify(before))
      this.dispatchEvent(new SluiceChangeEvent(this.#state))
  }

  #onToken({ id, token, network, last4, expiry }: Extract<FromFrame, { type: 'token' }>): void {
    const waiting = this.#waiting
    if (id !== waiting?.id) return
    this.#waiting = undefined
    const answer = { token, network, last4, expiry }
    this.#token(answer)
    waiting.resolve(answer)
  }

  #ask(): PromiseWithResolvers<SluiceToken> {
    const id = ++lastId
    const waiting = (this.#waiting = { id, ...Promise.withResolvers<SluiceToken>() })
    if (this.#state) this.send({ type: 'tokenize', id })
    else this.fail('load_failed')
    setTimeout(() => waiting === this.#waiting && this.fail('network'), ANSWER_MS)
    return waiting
  }

  protected override fail(code: string, text = apologyOf(this)): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#validate(text)
    super.fail(code, text)
    waiting?.reject(new Error(text))
  }

  /** @internal Nothing is typed any more. */
  override forget(): void {
    const { empty } = this.#state ?? EMPTY
    this.#state = undefined
    this.#token(null)
    this.#waiting?.reject(new Error(apologyOf(this)))
    this.#waiting = undefined
    this.#validate('')
    if (!empty) this.dispatchEvent(new SluiceChangeEvent(EMPTY))
  }

  #validate(failure = this.#failure): void {
    this.#failure = failure
    const { complete, empty } = this.#state ?? EMPTY
    this.#internals.setValidity(
      {
        [this.required ? 'valueMissing' : 'badInput']: !complete && (this.required || !empty),
        customError: !!failure,
      },
      failure || this.#missing || apologyOf(this),
      this.frame?.isConnected ? this.frame : this,
    )
  }

  #hasFocus(): boolean {
    return this.contains((this.getRootNode() as Document | ShadowRoot).activeElement)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-card': SluiceCard
  }
}
