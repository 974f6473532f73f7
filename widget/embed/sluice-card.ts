import { type Configuration, FROM_FRAME, type FromFrame } from '#contract/card/framePort'
import type { TextOverrides } from '../locales/cardTexts.ts'
import { propertiesOf } from './appearance.ts'
import { type CardState, SluiceChangeEvent, SluiceReadyEvent } from './events.ts'
import type { SluiceCardEventMap } from './events.ts'
import { FrameElement, make } from './frameElement.ts'
import { tokenFormValue, type SluiceToken } from './tokenValue.ts'
import { loadErrorText, localeOf } from './language.ts'
import { CSS } from './hostStyles.ts'
import { delaySubmit } from './delaySubmit.ts'

/** Timeout of a token request, longer than the frame's own. */
const ANSWER_MS = 60_000

/** The browser updates its bubble in a task of its own. */
const BUBBLE_MS = 100

const EMPTY: CardState = { complete: false, empty: true, brand: 'unknown', errors: {} }

let lastId = 0

/**
 * A card form that is a control of the form around it: its value is a token. The card is typed into a frame of the gateway's origin, which
 * no script of the page can read.
 *
 * @tagname sluice-card
 *
 * @attr {string} publishable-key - the account's key for browsers
 * @attr {string} gateway - origin of the gateway; by default the one that served this script
 * @attr {string} fallback-gateway - origin of a second gateway, if the first does not respond
 * @attr {string} name - name of the token in the form data
 * @attr {boolean} required - the form cannot be submitted without a card
 * @attr {boolean} disabled - disables input; the form is submitted without a token
 * @attr {string} locale - language of the form, by default the page's
 * @attr {string} aria-label - title of the frame for screen readers, by default the form's
 * @attr {'row' | 'stack' | 'grid'} layout - `row` (default), `stack` for every field on its own line, `grid` for the number above expiry and CVV
 * @attr {string} appearance - the appearance members as JSON
 * @attr {boolean} no-name - hides the name on the card
 * @attr {boolean} no-postal-code - hides the postal code
 * @attr {boolean} no-advance - keeps digits that are typed after a complete card number out of the expiry
 *
 * @slot error - replaces the default text if the form cannot be loaded
 *
 * @csspart form - the box around the fields
 * @csspart error - the text that is shown if the form cannot be loaded
 * @csspart retry - the button under it, or under the slot, that loads the form again
 *
 * @cssprop --sluice-form-background-color - background of the form. Like all of these an appearance member, which the attribute overrides
 * @cssprop --sluice-form-text-color - text
 * @cssprop --sluice-form-label-color - labels
 * @cssprop --sluice-form-accent-color - focus rings and selections
 * @cssprop --sluice-form-border-color - borders of the fields
 * @cssprop --sluice-form-input-text-color - typed text
 * @cssprop --sluice-form-input-background-color - background of the fields
 * @cssprop --sluice-form-icon-theme - network logos
 * @cssprop --sluice-input-color - the caret
 * @cssprop --sluice-input-variant - shape of the fields: outlined, filled or standard
 * @cssprop --sluice-alert-color - errors
 *
 * @fires {SluiceReadyEvent} ready - the form is ready for input
 * @fires {Event} input - the shopper typed
 * @fires {SluiceChangeEvent} change - the state of the form changed: complete, empty, brand, errors
 * @fires {SluiceErrorEvent} error - the form did not load, or the card got no token
 * @fires {Event} invalid - as for any form control
 * @fires {FocusEvent} focus - the form received focus
 * @fires {FocusEvent} blur - the form lost focus
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
    'no-advance',
    'required',
  ]
  /** The default gateway. A gateway's script sets it to that gateway's origin. */
  static gateway = ''

  readonly #internals = this.attachInternals()
  readonly #token = tokenFormValue(this.#internals)
  readonly #probe = make('i')
  /** Null until the frame has sent its state. */
  #state: CardState | undefined
  #missing = ''
  #failure = ''
  #texts: TextOverrides | null | undefined
  #waiting: (PromiseWithResolvers<SluiceToken> & { id: number }) | undefined

  constructor() {
    super(FROM_FRAME, CSS, /key|gateway/, 8)
    this.shadowRoot!.append(this.#probe)
    this.#probe.addEventListener('transitionend', () => this.configure())
    this.addEventListener('invalid', () => setTimeout(() => this.#hasFocus() && this.#report()))
  }

  /** The form of this control. */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }
  /** Name of the token in the form data. */
  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string | null | undefined) {
    this.setAttribute('name', name ?? '')
  }
  /** The element's local name, like the type of an input. */
  get type(): string {
    return this.localName
  }
  /** The token, or an empty string. */
  get value(): string {
    return this.#token()?.token ?? ''
  }
  /** The form cannot be submitted without a card. */
  get required(): boolean {
    return this.hasAttribute('required')
  }
  set required(required: boolean | null | undefined) {
    this.toggleAttribute('required', !!required)
  }
  /** Disables input; the form is submitted without a token. */
  get disabled(): boolean {
    return this.hasAttribute('disabled')
  }
  set disabled(disabled: boolean | null | undefined) {
    this.toggleAttribute('disabled', !!disabled)
  }
  /** As for any form control. */
  get validity(): ValidityState {
    return this.#internals.validity
  }
  /** As for any form control, in the form's language. */
  get validationMessage(): string {
    return this.#internals.validationMessage
  }
  /** As for any form control. */
  get willValidate(): boolean {
    return this.#internals.willValidate
  }
  /** As for any form control. */
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }
  /** As for any form control: shows the errors and focuses the first invalid field. */
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** Overrides of texts, by key. */
  get texts(): TextOverrides | null | undefined {
    return this.#texts
  }
  set texts(texts: TextOverrides | null | undefined) {
    this.#texts = texts
    this.configure()
  }

  /** Empties the form, like a reset of the surrounding form. */
  reset(): void {
    this.#token(null)
    this.#state &&= EMPTY
    this.send({ type: 'reset' })
    this.#validate('')
  }

  /**
   * Shows that the payment was declined. The token is spent, and the shopper must enter the security code again or another card.
   *
   * @param text replaces the default sentence, at most 200 characters
   */
  declined(text = ''): void {
    this.#token(null)
    this.frame?.focus()
    this.send({ type: 'declined', text })
  }

  /**
   * Sends the card to the gateway. Concurrent calls share one request.
   *
   * @throws {Error} with a sentence for the shopper, if the card is incomplete or rejected
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
    delaySubmit(this, root === this.ownerDocument ? view : root, signal, unprepared)
    // A token restored from the back-forward cache is used or too old.
    view.addEventListener('pagehide', () => this.#token(null), { signal })
    // The next attempt may succeed unchanged, so an error of the last one must not block a click (or Enter in a field). If a field is
    // invalid, the frame reports that the card is incomplete.
    view.addEventListener('click', () => this.#validate(''), { capture: true, signal })
    super.load(view, signal)
  }

  /** @internal */
  override addresses(): URL[] {
    // URLs end up in logs, so a secret key that was put here by mistake is not sent and gets no frame.
    return [this.getAttribute('gateway') ?? SluiceCard.gateway, this.getAttribute('fallback-gateway')].flatMap((url) =>
      url
        ? new URL(
            `/card?key=${this.getAttribute('publishable-key')?.split(/[rs]k_/, 1)}#${encodeURIComponent(JSON.stringify(this.configuration()))}`,
            new URL(url, this.baseURI),
          )
        : [],
    )
  }

  /** Null and undefined members are omitted: the frame has defaults. */
  protected override configuration(): { type: string } & {
    [Member in keyof Configuration]: Configuration[Member] | null | undefined
  } {
    return {
      type: 'configure',
      disabled: this.matches(':disabled'),
      layout: this.getAttribute('layout'),
      askName: !this.hasAttribute('no-name'),
      askPostalCode: !this.hasAttribute('no-postal-code'),
      advance: !this.hasAttribute('no-advance'),
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

  protected override fail(code: string, text = loadErrorText(this)): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#validate(text)
    super.fail(code, text)
    waiting?.reject(new Error(text))
  }

  /** @internal Called when the fields were emptied. */
  override forget(): void {
    const { empty } = this.#state ?? EMPTY
    this.#state = undefined
    this.#token(null)
    this.#waiting?.reject(new Error(loadErrorText(this)))
    this.#waiting = undefined
    this.#validate('')
    if (!empty) this.dispatchEvent(new SluiceChangeEvent(EMPTY))
  }

  /** The frame displays the errors. The browser's bubble would cover the button below, and disappears while the element is valid. */
  #report(): void {
    this.send({ type: 'report' })
    this.#internals.setValidity({})
    setTimeout(() => this.#validate(), BUBBLE_MS)
  }

  #validate(failure = this.#failure): void {
    this.#failure = failure
    const { complete, empty } = this.#state ?? EMPTY
    this.#internals.setValidity(
      {
        [this.required ? 'valueMissing' : 'badInput']: !complete && (this.required || !empty),
        customError: !!failure,
      },
      failure || this.#missing || loadErrorText(this),
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
