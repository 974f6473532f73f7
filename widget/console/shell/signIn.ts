import { html, nothing, type TemplateResult } from 'lit'
import { icons } from '../parts/icons.ts'
import { errorText } from './errorText.ts'
import { signInFrame } from './signInFrame.ts'
import { shellTexts } from './texts.ts'

export type SignInState = {
  /** Why the person has to sign in. */
  readonly note: string
  readonly hasDemo: boolean
  /** Whether the operator has set up Cloudflare Access. */
  readonly hasAccess: boolean
  readonly isWaiting: boolean
  readonly error: unknown
}

const texts = shellTexts.signIn

/** The sign-in page. */
export const signInPage = (
  { note, hasDemo, hasAccess, isWaiting, error }: SignInState,
  signIn: { readonly passkey: () => void; readonly demo: () => void },
): TemplateResult =>
  signInFrame(html`
    <h1 tabindex="-1">${texts.title}</h1>
    <p class="muted">${note || texts.intro}</p>
    ${
      error
        ? html`
            <div class="notice" role="alert">
              ${icons.alert}
              <p>${errorText(error)}</p>
            </div>
          `
        : nothing
    }
    <button class="button primary wide" ?disabled=${isWaiting} @click=${signIn.passkey}>
      ${isWaiting ? texts.waiting : texts.passkey}
    </button>
    ${
      hasAccess
        ? html`
            <a class="button wide" href="/session/access">${texts.access}</a>
          `
        : nothing
    }
    ${
      hasDemo
        ? html`
            <button class="button wide" ?disabled=${isWaiting} @click=${signIn.demo}>${texts.demo}</button>
            <p class="small muted">${texts.demoNote}</p>
          `
        : nothing
    }
    <p class="small muted">
      ${`${texts.help} `}
      <a href="/recovery">${texts.recover}</a>
    </p>
  `)
