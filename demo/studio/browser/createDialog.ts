import { printJson } from '../readMembers.ts'
import { requestCheckout } from './api.ts'
import { make, one } from './dom.ts'
import type { AppearanceHistory } from './appearanceHistory.ts'

/** Creates a checkout with the members and shows its URL, or the errors of the gateway. */
export const openCreateDialog = (model: AppearanceHistory) => {
  const dialog = one<HTMLDialogElement>('#made')
  const link = one<HTMLAnchorElement>('.made-it a', dialog)
  const [address, errors] = [one('.address', dialog), one('.not-made ul', dialog)]
  const [success, failure] = [one('.made-it', dialog), one('.not-made', dialog)]

  return async (button: HTMLButtonElement): Promise<void> => {
    button.disabled = true
    const result = await requestCheckout({ checkout: printJson(model.members) })
    button.disabled = false
    const isCreated = 'url' in result
    success.hidden = !isCreated
    failure.hidden = isCreated
    if (isCreated) {
      link.href = result.url
      address.textContent = result.url
    } else {
      errors.replaceChildren(
        ...result.errors.map(({ member, text }) =>
          make('li', '', ...(member ? [make('code', '', member), ' '] : []), text),
        ),
      )
    }
    dialog.showModal()
    if (isCreated) link.focus()
  }
}
