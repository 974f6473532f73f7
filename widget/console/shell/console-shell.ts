import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { Api } from '../api/api.ts'
import { ApiError } from '../api/apiError.ts'
import type { Session } from '../api/session.ts'
import { errorPanel } from '../parts/errorPanel.ts'
import type { ConsoleContext } from './context.ts'
import { errorText } from './errorText.ts'
import { followedLink } from './followedLink.ts'
import { frame } from './frame.ts'
import { joiningPage, modeOf, pagePath, paths, readRoute, type JoiningPage, type Route } from './routes.ts'
import type { Screen } from './screen.ts'
import { screenModules } from './screens.ts'
import { shortcutList } from './shortcutList.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { signInPage } from './signIn.ts'
import { sectionTitle } from './sectionTitle.ts'
import { contentSkeleton } from './skeleton.ts'
import { shellTexts } from './texts.ts'

/** A session read longer ago is read again with the next screen: an owner may have changed role and limit. */
const sessionAgeMs = 60_000

/** A note is shown for this time. */
const noteMs = 6000

/** The console: session, navigation, and the screen of the current address. */
export class ConsoleShell extends LitElement {
  static override properties = {
    session: { state: true },
    route: { state: true },
    screen: { state: true },
    failure: { state: true },
    signInError: { state: true },
    signInNote: { state: true },
    hasDemo: { state: true },
    hasAccess: { state: true },
    isWaiting: { state: true },
    isMenuOpen: { state: true },
    note: { state: true },
    joining: { state: true },
  }

  /** Undefined until the first response, null without a session. */
  declare session: Session | null | undefined
  declare route: Route | null
  declare screen: Screen | undefined
  /** Why the console or its screen could not be loaded. */
  declare failure: unknown
  declare signInError: unknown
  declare signInNote: string
  declare hasDemo: boolean
  declare hasAccess: boolean
  declare isWaiting: boolean
  declare isMenuOpen: boolean
  declare note: string
  /** The page on which a person gets a passkey; null for all others. */
  declare joining: JoiningPage | null

  readonly #api = new Api(() => this.#leave(shellTexts.signIn.ended))
  #sessionReadAt = 0
  #noteTimer: ReturnType<typeof setTimeout> | undefined
  #searchWhenReady = false
  /** The screen before the current one, for the button back. */
  #previous: { readonly address: string; readonly screen: Screen; readonly writes: number } | undefined
  /** The address of the current screen. */
  #address = ''
  #stop: (() => void) | undefined

  constructor() {
    super()
    this.session = undefined
    this.route = readRoute(new URL(location.href))
    this.screen = undefined
    this.failure = null
    this.signInError = null
    this.signInNote = ''
    this.hasDemo = false
    this.hasAccess = false
    this.isWaiting = false
    this.isMenuOpen = false
    this.note = ''
    this.joining = joiningPage(location.pathname)
  }

  protected override createRenderRoot() {
    return this
  }

  /** The skeleton of the static page stays until there is something else to show. */
  protected override shouldUpdate(): boolean {
    return this.hasUpdated || this.session !== undefined || this.failure !== null || this.joining !== null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const stopShortcuts = listenForShortcuts({
      '/': () => this.#search(),
      '?': () => this.#showShortcuts(),
      'g t': () => this.#navigate(paths.today),
      'g p': () => this.#navigate(paths.payments()),
      'g l': () => this.#navigate(paths.checkouts()),
      'g d': () => this.#navigate(paths.disputes()),
      'g s': () => this.#navigate(paths.settlements),
    })
    document.addEventListener('click', this.#follow)
    addEventListener('popstate', this.#goBack)
    this.#stop = () => {
      stopShortcuts()
      document.removeEventListener('click', this.#follow)
      removeEventListener('popstate', this.#goBack)
    }
    void this.#start()
  }

  readonly #joined = (): void => location.assign('/')

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stop?.()
  }

  readonly #start = async (): Promise<void> => {
    this.failure = null
    try {
      if (this.joining) return void (await import('../joining/console-join.ts'))
      // The screen's code is fetched while the session is read.
      if (this.route) void screenModules[this.route.name]().catch(() => null)
      this.#enter(await this.#api.session())
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) {
        this.failure = error
        return
      }
      this.#showSignIn(error.type === 'session_expired' ? shellTexts.signIn.ended : '')
      this.#readWays(error)
    }
  }

  #enter(session: Session): void {
    this.#sessionReadAt = Date.now()
    const route = readRoute(new URL(location.href))
    this.session = session
    // An account without the mode of the address opens in a mode that it has.
    const mode = modeOf(new URL(location.href))
    const [other] = session.account.modes
    if (!session.account.modes.includes(mode) && other) this.#open(pagePath(other, '/'), true)
    else void this.#load(route)
  }

  #showSignIn(note: string): void {
    this.session = null
    this.screen = undefined
    this.#previous = undefined
    this.signInNote = note
    this.signInError = null
    document.title = `${shellTexts.signIn.title} · ${shellTexts.product}`
  }

  /** The 401 says which ways to sign in there are beside a passkey: the demo owner of a local run, and Cloudflare Access. */
  #readWays(error: unknown): void {
    const ways = error instanceof ApiError ? (error.body as { demo?: unknown; access?: unknown } | null) : null
    this.hasDemo = ways?.demo === true
    this.hasAccess = ways?.access === true
  }

  /** Shows the sign-in page after a session. */
  #leave(note: string): void {
    this.#showSignIn(note)
    this.#api.session().catch((error: unknown) => this.#readWays(error))
  }

  async #signIn(request: () => Promise<Session>): Promise<void> {
    this.isWaiting = true
    this.signInError = null
    try {
      this.#enter(await request())
    } catch (error) {
      this.signInError = error
    } finally {
      this.isWaiting = false
    }
  }

  readonly #signInToDemo = async (): Promise<Session> => {
    const session = await this.#api.signInToDemo()
    // The demo's payments are in test mode.
    if (location.pathname === '/') history.replaceState(null, '', pagePath('test', '/'))
    return session
  }

  readonly #signOut = async (): Promise<void> => {
    try {
      await this.#api.signOut()
      this.#leave(shellTexts.signIn.signedOut)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.#leave(shellTexts.signIn.signedOut)
      else this.#notify(errorText(error))
    }
  }

  async #load(route: Route | null, isBack = false): Promise<void> {
    const previous = this.#previous
    const { writes } = this.#api
    this.#previous = this.screen?.isReusable ? { address: this.#address, screen: this.screen, writes } : undefined
    this.#address = location.href
    this.route = route
    this.failure = null
    this.isMenuOpen = false
    this.screen = undefined
    this.#api.mode = modeOf(new URL(location.href))
    if (Date.now() - this.#sessionReadAt > sessionAgeMs) void this.#refreshSession()
    if (!route) {
      document.title = `${shellTexts.notFound.title} · ${shellTexts.product}`
      return
    }
    if (isBack && previous?.address === location.href && previous.writes === writes) {
      // It still has the pages that were read, so the browser finds its scroll position again.
      this.screen = previous.screen
      return
    }
    try {
      const { createScreen } = await screenModules[route.name]()
      if (this.route !== route || !this.session) return
      const screen = createScreen()
      screen.context = this.#context(this.session, route)
      screen.route = route
      this.screen = screen
      await screen.updateComplete
      if (this.#searchWhenReady) screen.focusSearch()
      this.#searchWhenReady = false
    } catch (error) {
      if (this.route === route) this.failure = error
    }
  }

  #context(session: Session, { mode }: Route): ConsoleContext {
    return {
      api: this.#api,
      session,
      mode,
      can: (operation) => session.operations.includes(operation),
      href: (path) => pagePath(mode, path),
      navigate: (path, options) => this.#navigate(path, options),
      notify: (text) => this.#notify(text),
      refreshSession: () => this.#refreshSession(),
      signOut: this.#signOut,
      setTitle: (title) => {
        document.title = `${title} · ${session.account.name}`
      },
    }
  }

  /** The frame and the screen follow the new session; an error leaves that of before. */
  async #refreshSession(): Promise<void> {
    const session = await this.#api.session().catch(() => null)
    if (!session || !this.session) return
    this.#sessionReadAt = Date.now()
    this.session = session
    if (this.screen && this.route) this.screen.context = this.#context(session, this.route)
  }

  #navigate(path: string, { replace = false } = {}): void {
    this.#open(pagePath(this.#api.mode, path), replace)
  }

  /** Opens an address. A screen that only changes its query stays, and reads the new one. */
  #open(address: string, replace = false): void {
    const url = new URL(address, location.href)
    if (replace) history.replaceState(null, '', url)
    else if (url.href !== location.href) history.pushState(null, '', url)
    const isSamePage = this.#readAddress()
    if (isSamePage) return
    scrollTo(0, 0)
    this.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }

  readonly #goBack = (): void => {
    this.#readAddress(true)
  }

  #readAddress(isBack = false): boolean {
    const route = readRoute(new URL(location.href))
    const { route: current, screen } = this
    if (
      screen &&
      current &&
      route &&
      current.name === route.name &&
      current.mode === route.mode &&
      current.id === route.id
    ) {
      this.route = route
      this.#address = location.href
      screen.route = route
      return true
    }
    if (this.session) void this.#load(route, isBack)
    else this.route = route
    return false
  }

  readonly #follow = (event: MouseEvent): void => {
    const url = this.session ? followedLink(event) : undefined
    if (!url) return
    event.preventDefault()
    this.#open(url.href)
  }

  #search(): void {
    if (!this.session || this.screen?.focusSearch()) return
    this.#searchWhenReady = true
    this.#navigate(paths.payments())
  }

  readonly #showShortcuts = (): void => {
    if (this.session) this.querySelector<HTMLDialogElement>('#shortcuts')?.showModal()
  }

  #notify(text: string): void {
    this.note = text
    clearTimeout(this.#noteTimer)
    this.#noteTimer = setTimeout(() => {
      this.note = ''
    }, noteMs)
  }

  protected override willUpdate(): void {
    if (!this.hasUpdated) this.replaceChildren()
  }

  protected override updated(changed: PropertyValues<this>): void {
    // A person who was sent to the sign-in page starts at its title.
    if (changed.has('session') && this.session === null) this.querySelector<HTMLElement>('h1')?.focus()
  }

  get #content(): unknown {
    if (!this.route)
      return html`
        <div class="empty">
          <h1>${shellTexts.notFound.title}</h1>
          <p class="muted">${shellTexts.notFound.text}</p>
          <a class="button" href=${pagePath(this.#api.mode, '/')}>${shellTexts.notFound.action}</a>
        </div>
      `
    if (this.failure)
      return html`
        <div class="notice" role="alert">
          <p>${shellTexts.outdated}</p>
          <button class="button" @click=${() => location.reload()}>${shellTexts.reload}</button>
        </div>
      `
    return this.screen ?? contentSkeleton(sectionTitle(this.route.name))
  }

  protected override render(): TemplateResult {
    const { session, route, failure, joining } = this
    if (joining === 'access' && !failure)
      return html`
        <console-access .api=${this.#api} @joined=${this.#joined}></console-access>
      `
    if (joining && !failure)
      return html`
        <console-join .api=${this.#api} .kind=${joining} @joined=${this.#joined}></console-join>
      `
    if (session === null)
      return signInPage(
        {
          note: this.signInNote,
          hasDemo: this.hasDemo,
          hasAccess: this.hasAccess,
          isWaiting: this.isWaiting,
          error: this.signInError,
        },
        {
          passkey: () => void this.#signIn(() => this.#api.signIn()),
          demo: () => void this.#signIn(this.#signInToDemo),
        },
      )
    if (session === undefined)
      return failure
        ? html`
            <main class="sign-in" id="main">${errorPanel(failure, () => void this.#start())}</main>
          `
        : html`
            <div class="bar" data-mode=${modeOf(new URL(location.href))}></div>
            <div class="sections"></div>
            <main id="main" aria-busy="true">${contentSkeleton(this.route && sectionTitle(this.route.name))}</main>
          `
    return html`
      ${frame(session, this.#api.mode, route, this.#content, {
        isMenuOpen: this.isMenuOpen,
        toggleMenu: () => {
          this.isMenuOpen = !this.isMenuOpen
        },
        showShortcuts: this.#showShortcuts,
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

customElements.define('console-shell', ConsoleShell)

declare global {
  interface HTMLElementTagNameMap {
    'console-shell': ConsoleShell
  }
}
