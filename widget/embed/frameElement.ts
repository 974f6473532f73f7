import { FROM_ANY_FRAME, type Message, readMessage, type Shapes } from '#contract/card/framePort'
import { SluiceErrorEvent } from './events.ts'
import { openChannel } from './frameChannel.ts'
import { apologyOf } from './language.ts'

export const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, members = {}): HTMLElementTagNameMap[Tag] =>
  Object.assign(document.createElement(tag), members)

/**
 * What both elements are: a place for a frame of the gateway's. It loads the frame, keeps the height that the frame says,
 * hands focus in and Escape out, and says so where the frame does not come.
 *
 * The frame is the element's child, shown through a slot: browsers fill no card into a frame that is in a shadow root.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging no-unused-vars
export abstract class FrameElement<FromFrame extends Shapes, Events> extends HTMLElement {
  readonly #shapes: FromFrame
  readonly #css: string
  readonly #reloading: RegExp
  readonly #ring: number
  readonly #apology = make('p', { part: 'error', role: 'alert' })
  readonly #slot = make('slot')
  readonly #box = make('div', { part: 'form' })
  readonly #language = new MutationObserver(() => this.configure())
  #connection: AbortController | undefined
  #appearance: Record<string, string> | null | undefined
  protected frame: HTMLIFrameElement | undefined
  protected send: (message: object) => void = () => {}

  /**
   * @param shapes of what the frame may say
   * @param css of the shadow root
   * @param reloading attributes that say what to load; changing one loads it anew
   * @param ring by how many pixels the frame is higher than its place, for a focus ring
   */
  constructor(shapes: FromFrame, css: string, reloading: RegExp, ring: number) {
    super()
    this.#shapes = shapes
    this.#css = css
    this.#reloading = reloading
    this.#ring = ring
    this.attachShadow({ mode: 'open' }).append(this.#box)
    this.#box.append(this.#slot)
    this.#slot.append(this.#apology)
  }

  /** The appearance members, as an object, in place of those said elsewhere. A checkout heeds them in test mode alone. */
  get appearance(): Record<string, string> | null | undefined {
    return this.#appearance
  }
  set appearance(members: Record<string, string> | null | undefined) {
    this.#appearance = members
    this.configure()
  }

  /** Puts focus into the form, on the first field that wants something. */
  override focus(): void {
    this.frame?.focus()
    this.send({ type: 'focus' })
  }

  /** @internal */
  connectedCallback(): void {
    // Properties that the page set before this script made an element of what it set them on.
    for (const [name, value] of Object.entries(this)) {
      delete (this as Record<string, unknown>)[name]
      Reflect.set(this, name, value)
    }
    const { ownerDocument } = this
    const view = ownerDocument.defaultView
    // A document without a window loads nothing.
    if (!view) return
    this.#connection = new AbortController()
    // Constructable, since the page's policy may refuse every other; and made for this document, since none takes another's.
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

  /** @internal `moveBefore` keeps the frame and all that is typed in it. */
  connectedMoveCallback(): void {}

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#connection) return
    if (this.#reloading.test(name)) {
      this.disconnectedCallback()
      this.connectedCallback()
    } else this.configure()
  }

  /** @internal */
  abstract addresses(): URL[]

  /** @internal The frame is gone, or is another document. */
  forget(): void {}

  /** @internal Tells the frame how it is to be. */
  configure(): void {
    this.#apology.textContent = this.#slot.name === 'error' ? apologyOf(this) : ''
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

  /** Begins with the frame, in a window that the element is in until the signal. */
  protected load(view: Window, signal: AbortSignal): void {
    // A clone of this element, or one from a saved page, brings a frame that is nobody's.
    this.querySelector('[slot=frame]')?.remove()
    this.frame = make('iframe', {
      slot: 'frame',
      title: this.ariaLabel ?? 'Payment',
      allow: 'payment',
      referrerPolicy: 'no-referrer',
      // It is as high as its content, but for the moment in which it grows.
      scrolling: 'no',
    })
    this.#slot.name = 'frame'
    this.configure()
    this.send = openChannel(this, this.frame, view, signal)
  }

  protected fail(code: string, text = apologyOf(this)): void {
    this.dispatchEvent(new SluiceErrorEvent(code, text))
  }

  /** The message that tells the frame how it is to be. */
  protected abstract configuration(): object

  /** The frame said something that fits its shape. */
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
