import { type Html, html } from '../../html.ts'
import type { Drawing } from '../viewModel.ts'
import { contactLine, webAddress } from './links.ts'

/** Who is behind it all, as in "Secured by Sluice". */
const NAME = 'Sluice'

/** The merchant's logo, else name; and that no money moves, where none does. */
export const head = ({ view: { merchant, mode }, texts, ink }: Drawing): Html => {
  const logo = webAddress(merchant.logoUrl)
  return html`
    <div class="head">
      <p class="merchant">
        ${
          logo
            ? html`
                <img src="${logo.href}" alt="${merchant.name}" height="32" />
              `
            : ink.words(merchant.name)
        }
      </p>
      ${
        mode === 'test'
          ? html`
              <p class="badge">${texts.testMode}</p>
            `
          : null
      }
    </div>
  `
}

/** Whom to ask, and who takes the payment. */
export const foot = (drawing: Drawing): Html => html`
  <div class="foot">
    ${contactLine(drawing)}
    <p>${secured(drawing)}</p>
  </div>
`

const secured = ({ texts }: Drawing) => texts.secured.replace('{name}', NAME)
