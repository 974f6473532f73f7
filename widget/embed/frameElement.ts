import { FROM_ANY_FRAME, type Message, readMessage, type Shapes } from '#contract/card/framePort'
import { SluiceErrorEvent } from './events.ts'
import { openChannel } from './frameChannel.ts'
import { fallbackTexts, loadErrorText } from './language.ts'

export const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, members = {}): HTMLElementTagNameMap[Tag] =>
  Object.assign(document.createElement(tag), members)

/**
 * The base of both elements: loads a frame of the gateway, applies the frame's height, passes focus in and Escape out, and reports load
 * errors.
 *
 * The frame is the element's child, shown through a slot, since browsers do not autofill cards in a frame in a shadow root.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging no-unused-vars
export abstract class FrameElement<FromFrame extends Shapes, Events> extends HTMLElement {
  readonly #shapes: FromFrame
  readonly #css: string
  readonly #reloading: RegExp
  readonly #ring: number
  readonly #apology = make('p', { part: 'error', role: 'alert' })
  readonly #retry = make('button', { type: 'button', part: 'retry', onclick: () => this.#retryLoad() })
  readonly #slot = make('slot')
  readonly #box = make('div', { part: 'form' })
  readonly #language = new MutationObserver(() => this.configure())
  #connection: AbortController | undefined
  #appearance: Record<string, string> | null | undefined
  protected frame: HTMLIFrameElement | undefined
  protected send: (message: object) => void = () => {}

  /**
   * @param shapes of the frame's messages
   * @param css of the shadow root
   * @param reloading attributes whose change reloads the frame
   * @param ring pixels by which the frame is higher than its place, for a focus ring
   */
  constructor(shapes: FromFrame, css: string, reloading: RegExp, ring: number) {
    super()
    this.#shapes = shapes
    this.#css = css
    this.#reloading = reloading
    this.#ring = ring
    this.attachShadow({ mode: 'open' }).append(this.#box)
    // Beside the slot, so that it stays under a merchant's own text.
    this.#box.append(this.#slot, this.#retry)
    this.#slot.append(this.#apology)
  }

  /** The appearance members as an object, which override others. A checkout applies them in test mode only. */
  get appearance(): Record<string, string> | null | undefined {
    return this.#appearance
  }
  set appearance(members: Record<string, string> | null | undefined) {
    this.#appearance = members
    this.configure()
  }

  /** Focuses the first field that is empty or invalid. */
  override focus(): void {
    this.frame?.focus()
    this.send({ type: 'focus' })
  }

  /** @internal */
  connectedCallback(): void {
    // Properties that the page set before the element was upgraded.
    for (const [name, value] of Object.entries(this)) {
      delete (this as Record<string, unknown>)[name]
      Reflect.set(this, name, value)
    }
    const { ownerDocument } = this
    const view = ownerDocument.defaultView
    // A document without a window loads nothing.
    if (!view) return
    this.#connection = new AbortController()
    // Constructable, since the page's policy may forbid inline styles; created per document, which cannot adopt another's.
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(this.#css)
    this.shadowRoot!.adoptedStyleSheets = [sheet]
    this.#language.observe(ownerDocument, { attributeFilter: ['lang'], subtree: true })
    this.load(view, this.#connection.signal)
  }

  /** @internal */
  disconnectedCallback(): void {
    this.#connection?.abort()
    this.#connection = undefined
    this.#language.disconnect()
    this.frame?.remove()
    this.frame = undefined
    this.forget()
  }

  /** @internal `moveBefore` preserves the frame and its input. */
  connectedMoveCallback(): void {}

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#connection) return
    if (this.#reloading.test(name)) this.#reload()
    else this.configure()
  }

  #reload(): void {
    this.disconnectedCallback()
    this.connectedCallback()
  }

  /** Moves the focus into the frame, which is added in a timer, since the button disappears. */
  #retryLoad(): void {
    this.#reload()
    setTimeout(() => this.frame?.focus())
  }

  /** @internal */
  abstract addresses(): URL[]

  /** @internal Called when the frame was removed or replaced. */
  forget(): void {}

  /** @internal Sends the configuration to the frame. */
  configure(): void {
    const isError = this.#slot.name === 'error'
    const [text, retry] = fallbackTexts(this)
    this.#apology.textContent = isError ? text : ''
    this.#retry.textContent = retry
    this.#retry.hidden = !isError
    this.send(this.configuration())
  }

  /** @internal */
  receive(data: unknown): void {
    const message = readMessage(this.#shapes, data)
    if (!message) return
    const common = message as unknown as Message<typeof FROM_ANY_FRAME>
    switch (common.type) {
      case 'texts':
        this.frame!.title = this.ariaLabel ?? common.title
        break
      case 'height':
        this.#box.style.height = `${Math.max(0, common.height - this.#ring)}px`
        break
      case 'focus':
      case 'blur':
        this.dispatchEvent(new FocusEvent(common.type))
        break
      case 'escape':
        this.closest<HTMLDialogElement>('dialog:modal')?.requestClose?.()
    }
    this.heard(message)
  }

  /** @internal */
  failed(): void {
    this.frame?.remove()
    this.frame = undefined
    this.#slot.name = 'error'
    this.configure()
    this.fail(this.addresses().length ? 'load_failed' : 'gateway_missing')
  }

  /** Starts loading the frame, until the signal aborts. */
  protected load(view: Window, signal: AbortSignal): void {
    // A cloned element or a saved page already contains a frame, which is not connected.
    this.querySelector('[slot=frame]')?.remove()
    this.frame = make('iframe', {
      slot: 'frame',
      title: this.ariaLabel ?? 'Payment',
      allow: 'payment',
      referrerPolicy: 'no-referrer',
      // The frame is as high as its content, except while it grows.
      scrolling: 'no',
    })
    this.#slot.name = 'frame'
    this.configure()
    this.send = openChannel(this, this.frame, view, signal)
  }

  protected fail(code: string, text = loadErrorText(this)): void {
    this.dispatchEvent(new SluiceErrorEvent(code, text))
  }

  /** The configuration message. */
  protected abstract configuration(): object

  /** Receives a validated message of the frame. */
  protected abstract heard(message: Message<FromFrame>): void
}

// The overloads of the element's own events add no members.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging no-unused-vars
export interface FrameElement<FromFrame extends Shapes, Events> {
  addEventListener<K extends keyof Events>(
    type: K,
    listener: (this: this, event: Events[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<K extends keyof Events>(
    type: K,
    listener: (this: this, event: Events[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}
