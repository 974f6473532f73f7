import { html, nothing, type TemplateResult } from 'lit'
import { brandMark, icons } from '../parts/icons.ts'
import { errorText } from './errorText.ts'
import { shellTexts } from './texts.ts'

export type SignInState = {
  /** Why the person has to sign in. */
  readonly note: string
  readonly hasDemo: boolean
  readonly isWaiting: boolean
  readonly error: unknown
}

const texts = shellTexts.signIn

/** The sign-in page. */
export const signInPage = (
  { note, hasDemo, isWaiting, error }: SignInState,
  signIn: { readonly passkey: () => void; readonly demo: () => void },
): TemplateResult => html`
  <main class="sign-in" id="main">
    <div class="sign-in-panel">
      <p class="brand">
        ${brandMark}
        <span>${shellTexts.product}</span>
      </p>
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
    </div>
  </main>
`
