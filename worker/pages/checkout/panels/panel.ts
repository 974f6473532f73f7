import { type Html, html } from '../../html.ts'
import type { ViewModel } from '../viewModel.ts'
import { contactLine, webAddress } from './links.ts'

/** The gateway's name, as in "Secured by Sluice". */
const NAME = 'Sluice'

/** The merchant's logo or name, and the test mode badge. */
export const head = ({ view: { merchant, mode }, texts, bidi }: ViewModel): Html => {
  const logo = webAddress(merchant.logoUrl)
  return html`
    <div class="head">
      <p class="merchant">
        ${
          logo
            ? html`
                <img src="${logo.href}" alt="${merchant.name}" height="32" />
              `
            : bidi.words(merchant.name)
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

/** The merchant's contact and the gateway's name. */
export const foot = (model: ViewModel): Html => html`
  <div class="foot">
    ${contactLine(model)}
    <p>${secured(model)}</p>
  </div>
`

const secured = ({ texts }: ViewModel) => texts.secured.replace('{name}', NAME)
