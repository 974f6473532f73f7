import { LitElement, type PropertyDeclarations } from 'lit'
import type { ConsoleContext } from './context.ts'
import type { Route } from './routes.ts'

/** Base of screens. They render into the light DOM: one style sheet and one id space for the page. */
export abstract class Screen extends LitElement {
  static override properties: PropertyDeclarations = { context: { attribute: false }, route: { attribute: false } }

  declare context: ConsoleContext
  declare route: Route

  protected override createRenderRoot() {
    return this
  }

  /** Whether the screen can be shown again as it is, when the person comes back to it. */
  get isReusable(): boolean {
    return false
  }

  /** Focuses the screen's search box, if it has one. */
  focusSearch(): boolean {
    return false
  }
}

/** A screen's module. */
export interface ScreenModule {
  readonly createScreen: () => Screen
}
