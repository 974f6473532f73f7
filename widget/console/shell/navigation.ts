import { forgetFirstReads, type Api } from '../api/api.ts'
import type { ConsoleContext } from './context.ts'
import { painted } from '../parts/afterPaint.ts'
import { followedLink } from './followedLink.ts'
import { modeOf, pagePath, readRoute, type Route } from './routes.ts'
import type { Screen } from './screen.ts'
import { screenModules } from './screens.ts'
import { shellTexts } from './texts.ts'

export type NavigationHost = {
  readonly hasSession: () => boolean
  /** What a screen gets. */
  readonly contextOf: (route: Route) => ConsoleContext
  /** Something to show has changed. */
  readonly onChange: () => void
  /** Another page is being loaded. */
  readonly onLoad: () => void
  /** A link or the search opens another page, and not the button back. The screen before is being removed. */
  readonly onOpen: () => void
  /** Another screen is shown. */
  readonly onShow: (screen: Screen) => void
}

/** A screen that was left, with the number of writes until then. */
type KeptScreen = { readonly address: string; readonly screen: Screen; readonly writes: number }

const isSamePage = (a: Route, b: Route): boolean => a.name === b.name && a.mode === b.mode && a.id === b.id

const currentRoute = (): Route | null => readRoute(new URL(location.href))

/** The address and its screen. A screen that only changes its query stays, and reads the new one. */
export class Navigation {
  /** Null for an address without a page. */
  route: Route | null = currentRoute()
  /** Undefined while it is being loaded. */
  screen: Screen | undefined = undefined
  /** Why the screen could not be loaded. */
  failure: unknown = null
  /** The screen before the current one, for the button back. */
  #previous: KeptScreen | undefined
  /** The address of the current screen. */
  #address = ''
  readonly #api: Api
  readonly #host: NavigationHost

  constructor(api: Api, host: NavigationHost) {
    this.#api = api
    this.#host = host
  }

  /** Follows links and the browser's buttons. @returns ends it */
  listen(): () => void {
    const follow = (event: MouseEvent): void => {
      const url = this.#host.hasSession() ? followedLink(event) : undefined
      if (!url) return
      event.preventDefault()
      this.open(url.href)
    }
    const goBack = (): void => this.#readAddress(true)
    document.addEventListener('click', follow)
    addEventListener('popstate', goBack)
    return () => {
      document.removeEventListener('click', follow)
      removeEventListener('popstate', goBack)
    }
  }

  /** Fetches the code of the screen, while the session is read. */
  preload(): void {
    if (this.route) void screenModules[this.route.name]().catch(() => null)
  }

  /** Shows the screen of the current address. */
  start(): void {
    void this.#load(currentRoute(), 'start')
  }

  /** Removes the screens. */
  clear(): void {
    this.screen = undefined
    this.#previous = undefined
  }

  /** Opens a path of the current mode. */
  navigate(path: string, { replace = false } = {}): void {
    this.open(pagePath(this.#api.mode, path), replace)
  }

  /** Opens an address. @param replace keeps the entry in the history */
  open(address: string, replace = false): void {
    const url = new URL(address, location.href)
    if (replace) history.replaceState(null, '', url)
    else if (url.href !== location.href) history.pushState(null, '', url)
    this.#readAddress()
  }

  /** Shows the page of the address. A screen that only changes its query stays. */
  #readAddress(isBack = false): void {
    forgetFirstReads()
    const route = currentRoute()
    const { screen } = this
    if (screen && route && isSamePage(screen.route, route)) {
      this.route = route
      this.#address = location.href
      screen.route = route
      this.#host.onChange()
      return
    }
    if (this.#host.hasSession()) void this.#load(route, isBack ? 'back' : 'open')
    else this.route = route
    this.#host.onChange()
  }

  async #load(route: Route | null, way: 'start' | 'open' | 'back'): Promise<void> {
    this.route = route
    this.failure = null
    this.#host.onLoad()
    this.#host.onChange()
    // The navigation shows the press first: a long list takes a while to remove. Back does not wait, since the browser scrolls to the place in
    // the kept screen right after.
    if (this.screen && way !== 'back') await painted()
    if (!this.#isCurrent(route)) return
    const previous = this.#leave()
    if (way === 'open') this.#host.onOpen()
    if (!route) {
      document.title = `${shellTexts.notFound.title} · ${shellTexts.product}`
      return
    }
    if (way === 'back' && previous?.address === location.href && previous.writes === this.#api.writes) {
      // It still has the pages that were read, so the browser finds its scroll position again.
      this.screen = previous.screen
      return
    }
    await this.#show(route)
  }

  /** Whether no other page was opened meanwhile. */
  #isCurrent(route: Route | null): boolean {
    return this.route === route && this.#host.hasSession()
  }

  /** Removes the screen, and keeps it for the button back. @returns the one that was kept before */
  #leave(): KeptScreen | undefined {
    const previous = this.#previous
    const { screen } = this
    this.#previous = screen?.isReusable ? { address: this.#address, screen, writes: this.#api.writes } : undefined
    this.#address = location.href
    this.screen = undefined
    this.#api.mode = modeOf(new URL(location.href))
    this.#host.onChange()
    return previous
  }

  async #show(route: Route): Promise<void> {
    try {
      const { createScreen } = await screenModules[route.name]()
      if (!this.#isCurrent(route)) return
      const screen = createScreen()
      screen.context = this.#host.contextOf(route)
      screen.route = route
      this.screen = screen
      this.#host.onChange()
      this.#host.onShow(screen)
      // What it did not take, such as what the role may not read.
      void screen.updateComplete.then(forgetFirstReads)
    } catch (error) {
      if (this.route === route) this.failure = error
      this.#host.onChange()
    }
  }
}
