import { printJson } from '../readMembers.ts'
import { ask } from './api.ts'
import { make, one } from './dom.ts'
import type { Model } from './appearanceHistory.ts'

/** Makes a checkout with the appearance, and shows where it is, or what the gateway has against it. */
export const openCreate = (model: Model) => {
  const dialog = one<HTMLDialogElement>('#made')
  const link = one<HTMLAnchorElement>('.made-it a', dialog)
  const [address, errors] = [one('.address', dialog), one('.not-made ul', dialog)]
  const [good, bad] = [one('.made-it', dialog), one('.not-made', dialog)]

  return async (button: HTMLButtonElement): Promise<void> => {
    button.disabled = true
    const made = await ask({ appearance: printJson(model.members) })
    button.disabled = false
    const isMade = 'url' in made
    good.hidden = !isMade
    bad.hidden = isMade
    if (isMade) {
      link.href = made.url
      address.textContent = made.url
    } else {
      errors.replaceChildren(
        ...made.errors.map(({ member, text }) =>
          make('li', '', ...(member ? [make('code', '', member), ' '] : []), text),
        ),
      )
    }
    dialog.showModal()
    if (isMade) link.focus()
  }
}
