import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { Api } from '../api/api.ts'
import type { Session } from '../api/session.ts'
import { errorPanel } from '../parts/errorPanel.ts'
import { ConsoleSession } from './consoleSession.ts'
import type { ConsoleContext } from './context.ts'
import { errorText } from './errorText.ts'
import { frame } from './frame.ts'
import { Navigation } from './navigation.ts'
import { joiningPage, modeOf, pagePath, paths, type JoiningPage, type Route } from './routes.ts'
import type { Screen } from './screen.ts'
import { sectionTitle } from './sectionTitle.ts'
import { shortcutList, shortcutListId } from './shortcutList.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { signInPage } from './signIn.ts'
import { contentSkeleton } from './skeleton.ts'
import { shellTexts } from './texts.ts'

/** A note is shown for this time. */
const noteMs = 6000

/** The console: sign-in page, or the frame with the screen of the current address. */
export class ConsoleShell extends LitElement {
  static override properties = { isMenuOpen: { state: true }, note: { state: true } }

  declare isMenuOpen: boolean
  declare note: string

  readonly #api = new Api(() => this.#session.leave(shellTexts.signIn.ended))
  readonly #session = new ConsoleSession(this.#api, {
    onChange: () => this.requestUpdate(),
    onEnter: (session) => this.#enter(session),
    onLeave: () => this.#leave(),
  })
  readonly #navigation = new Navigation(this.#api, {
    hasSession: () => Boolean(this.#session.current),
    contextOf: (route) => this.#context(this.#session.current!, route),
    onChange: () => this.requestUpdate(),
    onLoad: () => {
      this.isMenuOpen = false
      if (this.#session.isOld) void this.#refreshSession()
    },
    onOpen: () => void this.#goToStart(),
    onShow: (screen) => {
      if (this.#searchWhenReady) void this.#focusSearch(screen)
      this.#searchWhenReady = false
    },
  })
  /** The page on which a person gets a passkey; null for all others. */
  readonly #joining: JoiningPage | null = joiningPage(location.pathname)
  #noteTimer: ReturnType<typeof setTimeout> | undefined
  #searchWhenReady = false
  #stop: (() => void) | undefined

  constructor() {
    super()
    this.isMenuOpen = false
    this.note = ''
  }

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const navigate = (path: string) => () => this.#navigation.navigate(path)
    const stopShortcuts = listenForShortcuts({
      '/': () => this.#search(),
      '?': () => this.#showShortcuts(),
      'g t': navigate(paths.today),
      'g p': navigate(paths.payments()),
      'g l': navigate(paths.checkouts()),
      'g d': navigate(paths.disputes()),
      'g s': navigate(paths.settlements),
    })
    const stopNavigation = this.#navigation.listen()
    this.#stop = () => {
      stopShortcuts()
      stopNavigation()
    }
    void this.#start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stop?.()
  }

  readonly #start = async (): Promise<void> => {
    if (this.#joining === null) {
      this.#navigation.preload()
      return this.#session.read()
    }
    try {
      await import('../joining/console-join.ts')
      this.#session.failure = null
    } catch (error) {
      this.#session.failure = error
    }
    this.requestUpdate()
  }

  readonly #joined = (): void => location.assign('/')

  #enter(session: Session): void {
    // An account without the mode of the address opens in a mode that it has.
    const mode = modeOf(new URL(location.href))
    const [other] = session.account.modes
    if (!session.account.modes.includes(mode) && other) this.#navigation.open(pagePath(other, '/'), true)
    else this.#navigation.start()
  }

  #leave(): void {
    this.#navigation.clear()
    // A person who was sent to the sign-in page starts at its title.
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('h1')?.focus())
  }

  #context(session: Session, { mode }: Route): ConsoleContext {
    return {
      api: this.#api,
      session,
      mode,
      can: (operation) => session.operations.includes(operation),
      href: (path) => pagePath(mode, path),
      navigate: (path, options) => this.#navigation.navigate(path, options),
      notify: (text) => this.#notify(text),
      refreshSession: () => this.#refreshSession(),
      signOut: this.#signOut,
      setTitle: (title) => {
        document.title = `${title} · ${session.account.name}`
      },
    }
  }

  /** The frame and the screen follow the new session. */
  async #refreshSession(): Promise<void> {
    const { screen, route } = this.#navigation
    if (!(await this.#session.refresh())) return
    if (screen && screen === this.#navigation.screen && route)
      screen.context = this.#context(this.#session.current!, route)
  }

  readonly #signOut = async (): Promise<void> => {
    try {
      await this.#session.signOut()
    } catch (error) {
      this.#notify(errorText(error))
    }
  }

  #search(): void {
    if (!this.#session.current || this.#navigation.screen?.focusSearch()) return
    this.#searchWhenReady = true
    this.#navigation.navigate(paths.payments())
  }

  /** After the screen before was removed: the browser lays out the page to focus it. */
  async #goToStart(): Promise<void> {
    await this.updateComplete
    scrollTo(0, 0)
    this.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }

  async #focusSearch(screen: Screen): Promise<void> {
    await this.updateComplete
    await screen.updateComplete
    screen.focusSearch()
  }

  #showShortcuts(): void {
    this.querySelector<HTMLElement>(`#${shortcutListId}`)?.showPopover()
  }

  #notify(text: string): void {
    this.note = text
    clearTimeout(this.#noteTimer)
    this.#noteTimer = setTimeout(() => {
      this.note = ''
    }, noteMs)
  }

  /** The skeleton of the static page stays until there is something else to show. */
  protected override shouldUpdate(): boolean {
    const { current, failure } = this.#session
    return this.hasUpdated || current !== undefined || failure !== null || this.#joining !== null
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) this.replaceChildren()
  }

  get #content(): unknown {
    const { route, screen, failure } = this.#navigation
    if (!route)
      return html`
        <div class="empty">
          <h1>${shellTexts.notFound.title}</h1>
          <p class="muted">${shellTexts.notFound.text}</p>
          <a class="button" href=${pagePath(this.#api.mode, '/')}>${shellTexts.notFound.action}</a>
        </div>
      `
    if (failure)
      return html`
        <div class="notice" role="alert">
          <p>${shellTexts.outdated}</p>
          <button class="button" @click=${() => location.reload()}>${shellTexts.reload}</button>
        </div>
      `
    return screen ?? contentSkeleton(sectionTitle(route.name))
  }

  /** A page for a person who is not signed in yet: an invitation, a recovery, or an account of Cloudflare Access. */
  #joiningPage(): TemplateResult {
    return this.#joining === 'access'
      ? html`
          <console-access .api=${this.#api} @joined=${this.#joined}></console-access>
        `
      : html`
          <console-join .api=${this.#api} .kind=${this.#joining} @joined=${this.#joined}></console-join>
        `
  }

  protected override render(): TemplateResult {
    const { current: session, failure } = this.#session
    const { route } = this.#navigation
    if (failure)
      return html`
        <main class="sign-in" id="main">${errorPanel(failure, () => void this.#start())}</main>
      `
    if (this.#joining) return this.#joiningPage()
    if (session === undefined)
      return html`
        <div class="bar" data-mode=${modeOf(new URL(location.href))}></div>
        <div class="sections"></div>
        <main id="main" aria-busy="true">${contentSkeleton(route && sectionTitle(route.name))}</main>
      `
    if (session === null)
      return signInPage(this.#session, {
        passkey: () => void this.#session.signIn(),
        demo: () => void this.#session.signInToDemo(),
      })
    return html`
      ${frame(session, this.#api.mode, route, this.#content, {
        isMenuOpen: this.isMenuOpen,
        toggleMenu: () => {
          this.isMenuOpen = !this.isMenuOpen
        },
        signOut: () => void this.#signOut(),
      })}
      ${shortcutList()}
      <div class="notes" role="status">
        ${
          this.note
            ? html`
                <p class="note">${this.note}</p>
              `
            : nothing
        }
      </div>
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'console-shell': ConsoleShell
  }
}
