import type { Api } from '../api/api.ts'
import type { Mode, Session } from '../api/session.ts'

/** What the shell offers to its screens. */
export interface ConsoleContext {
  readonly api: Api
  readonly session: Session
  readonly mode: Mode
  /** Whether the member's role may call an operation of the API. */
  can(operation: string): boolean
  /** The address of a page in the current mode. */
  href(path: string): string
  /** Opens a page of the current mode. `replace` keeps the entry in the history. */
  navigate(path: string, options?: { readonly replace?: boolean }): void
  /** Shows a short message for some seconds, which screen readers announce. */
  notify(text: string): void
  /** Reads the session again after a change of one's own role, or of the account's name. */
  refreshSession(): Promise<void>
  /** Ends the session of this browser, and shows the sign-in page. */
  signOut(): Promise<void>
  /** Sets the title of the document. */
  setTitle(title: string): void
}
