import { printJson, readJson } from '../readMembers.ts'
import { make, one } from './dom.ts'
import type { Model } from './appearanceHistory.ts'

/** The dialog that takes an appearance in and gives it out. */
export const openExchange = (model: Model) => {
  const dialog = one<HTMLDialogElement>('#json')
  const text = one<HTMLTextAreaElement>('textarea', dialog)
  const problems = one('#problems', dialog)
  const done = one('.done', dialog)
  const download = one<HTMLAnchorElement>('[data-act=download]', dialog)

  const say = (words: string): void => {
    done.textContent = words
  }
  const use = (): void => {
    const reading = readJson(text.value)
    problems.replaceChildren(
      ...reading.problems.map(({ member, text }) =>
        make('li', '', ...(member ? [make('code', '', member), ' '] : []), text),
      ),
    )
    text.setAttribute('aria-invalid', String(reading.problems.length > 0))
    say('')
    if (reading.problems.length > 0) return
    model.replace(reading.members)
    dialog.close()
  }
  const acts: Record<string, () => unknown> = {
    import: use,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(text.value)
        say('Copied.')
      } catch {
        text.select()
        say('Your browser did not let us copy. The text is selected: copy it yourself.')
      }
    },
    paste: async () => {
      try {
        text.value = await navigator.clipboard.readText()
        use()
      } catch {
        text.select()
        say('Your browser did not let us paste. Paste it into the field yourself.')
      }
    },
  }
  const offer = (): void => {
    download.href = `data:application/json,${encodeURIComponent(text.value)}`
  }
  text.addEventListener('input', offer)
  dialog.addEventListener('click', ({ target }) => {
    const name = (target as Element).closest<HTMLElement>('[data-act]')?.dataset['act']
    if (name) void acts[name]?.()
  })

  return (): void => {
    text.value = printJson(model.members)
    offer()
    text.removeAttribute('aria-invalid')
    problems.replaceChildren()
    say('')
    dialog.showModal()
    text.focus()
  }
}
