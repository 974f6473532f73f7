import { forgetFirstReads, type Api } from '../api/api.ts'
import { ApiError } from '../api/apiError.ts'
import type { Session } from '../api/session.ts'
import { pagePath } from './routes.ts'
import { shellTexts } from './texts.ts'

/** A session read longer ago is read again with the next screen: an owner may have changed role and limit. */
const sessionAgeMs = 60_000

export type SessionEvents = {
  /** Something to show has changed. */
  readonly onChange: () => void
  readonly onEnter: (session: Session) => void
  readonly onLeave: () => void
}

/** The session of the browser: reads it, signs in and out, and knows why there is none. */
export class ConsoleSession {
  /** Undefined until the first response, null without a session. */
  current: Session | null | undefined = undefined
  /** Why there is neither session nor sign-in page. */
  failure: unknown = null
  /** Why there is no session, such as that it has ended. */
  note = ''
  /** Why signing in failed. */
  error: unknown = null
  isWaiting = false
  /** Whether the demo owner of a local run can enter. */
  hasDemo = false
  /** Whether Cloudflare Access leads to a session. */
  hasAccess = false
  #readAt = 0
  readonly #api: Api
  readonly #events: SessionEvents

  constructor(api: Api, events: SessionEvents) {
    this.#api = api
    this.#events = events
  }

  /** Reads the session; without one shows the sign-in page. */
  async read(): Promise<void> {
    this.failure = null
    this.#events.onChange()
    try {
      this.#enter(await this.#api.session())
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) {
        this.failure = error
        return this.#events.onChange()
      }
      this.#showSignIn(error.type === 'session_expired' ? shellTexts.signIn.ended : '')
      this.#readWays(error)
    }
  }

  /** Shows the sign-in page after a session. */
  leave(note: string): void {
    this.#showSignIn(note)
    this.#api.session().catch((error: unknown) => this.#readWays(error))
  }

  signIn(): Promise<void> {
    return this.#signInBy(() => this.#api.signIn())
  }

  signInToDemo(): Promise<void> {
    return this.#signInBy(async () => {
      const session = await this.#api.signInToDemo()
      // The demo's payments are in test mode.
      if (location.pathname === '/') history.replaceState(null, '', pagePath('test', '/'))
      return session
    })
  }

  /** @throws {ApiError} if the session goes on */
  async signOut(): Promise<void> {
    await this.#api.signOut().catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 401)) throw error
    })
    this.leave(shellTexts.signIn.signedOut)
  }

  /** Reads the session again; an error leaves that of before. @returns whether it was read */
  async refresh(): Promise<boolean> {
    const session = await this.#api.session().catch(() => null)
    if (!session || !this.current) return false
    this.#readAt = Date.now()
    this.current = session
    this.#events.onChange()
    return true
  }

  get isOld(): boolean {
    return Date.now() - this.#readAt > sessionAgeMs
  }

  #enter(session: Session): void {
    this.#readAt = Date.now()
    this.current = session
    this.#events.onEnter(session)
    this.#events.onChange()
  }

  #showSignIn(note: string): void {
    forgetFirstReads()
    this.current = null
    this.note = note
    this.error = null
    document.title = `${shellTexts.signIn.title} · ${shellTexts.product}`
    this.#events.onChange()
    this.#events.onLeave()
  }

  /** The 401 says which ways to sign in there are beside a passkey. */
  #readWays(error: unknown): void {
    const ways = error instanceof ApiError ? (error.body as { demo?: unknown; access?: unknown } | null) : null
    this.hasDemo = ways?.demo === true
    this.hasAccess = ways?.access === true
    this.#events.onChange()
  }

  async #signInBy(request: () => Promise<Session>): Promise<void> {
    this.isWaiting = true
    this.error = null
    this.#events.onChange()
    try {
      this.#enter(await request())
    } catch (error) {
      this.error = error
    }
    this.isWaiting = false
    this.#events.onChange()
  }
}
