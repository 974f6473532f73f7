import { html, type TemplateResult } from 'lit'
import { type FormContext, when } from './formContext.ts'

type Lines = {
  /** Whether a choice is being priced: until then, nobody can pay. */
  readonly updating: boolean
  /** Why the outcome of the attempt is pending, or empty. */
  readonly pending: string
  /** Error of the whole form, or empty. */
  readonly failure: string
  /** Whether this line announces that the payment is processed. The card form announces its own payments. */
  readonly announces: boolean
}

/** The pay button with the lines of its status and of the form's error. */
export const payButton = (
  { texts, locked }: FormContext,
  label: string,
  { updating, pending, failure, announces }: Lines,
): TemplateResult => {
  const { button, stay, order } = texts.checkout
  return html`
    <button class="pay" aria-disabled=${locked || updating}>
      <span>${label}</span>
      <span>${updating ? order!.updating : button.processing}</span>
    </button>
    <div class="lines">
      <p role="status">
        ${when(updating, () => order!.updating)}
        ${when(
          locked,
          () => html`
            ${when(
              announces && !pending,
              () => html`
                <span class="hidden">${button.processing}</span>
              `,
            )}
            ${pending || stay}
          `,
        )}
      </p>
      <p role="alert">${failure}</p>
    </div>
  `
}
