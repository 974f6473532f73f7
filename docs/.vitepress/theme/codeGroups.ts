import { onMounted } from 'vue'
import { onContentUpdated } from 'vitepress'
import { chosenTab, type Choice } from './chosenTab.ts'

const storageKey = 'sluice-code-tabs'
/** How many choices are remembered, the latest first. */
const most = 12

const readChoices = (): readonly Choice[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? (stored as Choice[]) : []
  } catch {
    // Storage is disabled or was changed by hand.
    return []
  }
}

const remember = (choice: Choice): void => {
  const others = readChoices().filter(({ title }) => title !== choice.title)
  try {
    localStorage.setItem(storageKey, JSON.stringify([choice, ...others].slice(0, most)))
  } catch {
    // Storage is disabled or full: the choice holds for this page.
  }
}

const inputsOf = (group: Element): HTMLInputElement[] => [...group.querySelectorAll<HTMLInputElement>('.tabs input')]
const blocksOf = (group: Element): Element[] => [...(group.querySelector('.blocks')?.children ?? [])]

const tabsOf = (group: Element): Choice[] => {
  const blocks = blocksOf(group)
  return inputsOf(group).map((input, index) => ({
    title: input.labels?.[0]?.textContent?.trim() ?? '',
    language: /language-([\w-]+)/.exec(blocks[index]?.className ?? '')?.[1] ?? '',
  }))
}

const show = (group: Element, index: number): void => {
  const input = inputsOf(group)[index]
  if (!input) return
  input.checked = true
  for (const [at, block] of blocksOf(group).entries()) block.classList.toggle('active', at === index)
}

const groups = (): NodeListOf<Element> => document.querySelectorAll('.vp-code-group')

const applyChoices = (): void => {
  const choices = readChoices()
  if (choices.length === 0) return
  for (const group of groups()) show(group, chosenTab(tabsOf(group), choices))
}

const onChange = ({ target }: Event): void => {
  if (!(target instanceof HTMLInputElement)) return
  const group = target.closest('.vp-code-group')
  const choice = group && tabsOf(group)[inputsOf(group).indexOf(target)]
  if (!group || !choice) return
  remember(choice)
  // Groups above may change their height: the chosen tab stays where it is.
  const before = group.getBoundingClientRect().top
  for (const other of groups()) {
    const index = tabsOf(other).findIndex(({ title }) => title === choice.title)
    if (other !== group && index >= 0) show(other, index)
  }
  scrollBy({ top: group.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** Remembers the tab that a reader chooses in a code group, and shows it in all groups of all pages that have it. */
export const rememberCodeGroups = (): void => {
  document.addEventListener('change', onChange)
}

/** Shows the remembered tabs of each page. For the setup of the layout. */
export const useRememberedCodeGroups = (): void => {
  onMounted(applyChoices)
  onContentUpdated(applyChoices)
}
