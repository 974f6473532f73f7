import type { ShownOrder } from '#contract/checkouts/order'

type Option = ShownOrder['options'][number]

const radios = (section: Element | undefined) => [...(section?.querySelectorAll('input') ?? [])]

const text = (name: 'bdi' | 'small' | 'span', ...content: (Node | string)[]): HTMLElement => {
  const element = document.createElement(name)
  element.append(...content)
  return element
}

const row = ({ id, label, estimate, amount, selected }: Option): HTMLElement => {
  const radio = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'shipping-method',
    autocomplete: 'off',
    value: id,
    checked: selected,
  })
  const line = document.createElement('label')
  line.append(radio, text('span', text('bdi', label), text('small', text('bdi', estimate))), text('bdi', amount))
  return line
}

/**
 * The ways of shipping, which are those to the country of the address.
 *
 * @param onChange runs with the id of the chosen one
 */
export const shippingMethods = (onChange: (id: string) => void) => {
  // A copy, since the skeleton is visible until the form is rendered.
  const section = document.querySelector('#shipping-method')?.cloneNode(true) as HTMLElement | undefined
  const group = section?.querySelector('.methods')
  group?.addEventListener('change', ({ target }) => onChange((target as HTMLInputElement).value))
  for (const radio of radios(section)) radio.disabled = false

  const choose = (id: string): void => {
    for (const radio of radios(section)) radio.checked = radio.value === id
  }
  return {
    section,
    choose,
    show: (options: readonly Option[]): void => {
      if (!section || !group) return
      section.hidden = options.length === 0
      const ids = radios(section).map(({ value }) => value)
      // The same rows keep the focus.
      if (ids.join() === options.map(({ id }) => id).join())
        return choose(options.find(({ selected }) => selected)?.id ?? '')
      group.replaceChildren(...options.map(row))
    },
    lock: (locked: boolean): void => {
      for (const radio of radios(section)) radio.disabled = locked
    },
  }
}
