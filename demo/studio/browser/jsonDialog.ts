import { printJson, readJson } from '../readMembers.ts'
import { make, one } from './dom.ts'
import type { AppearanceHistory } from './appearanceHistory.ts'

/** The dialog that imports and exports the members as JSON. */
export const openJsonDialog = (model: AppearanceHistory) => {
  const dialog = one<HTMLDialogElement>('#json')
  const text = one<HTMLTextAreaElement>('textarea', dialog)
  const problems = one('#problems', dialog)
  const done = one('.done', dialog)
  const download = one<HTMLAnchorElement>('[data-act=download]', dialog)

  const showStatus = (message: string): void => {
    done.textContent = message
  }
  const importText = (): void => {
    const reading = readJson(text.value)
    problems.replaceChildren(
      ...reading.problems.map(({ member, text }) =>
        make('li', '', ...(member ? [make('code', '', member), ' '] : []), text),
      ),
    )
    text.setAttribute('aria-invalid', String(reading.problems.length > 0))
    showStatus('')
    if (reading.problems.length > 0) return
    model.replace(reading.members)
    dialog.close()
  }
  const actions: Record<string, () => unknown> = {
    import: importText,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(text.value)
        showStatus('Copied.')
      } catch {
        text.select()
        showStatus('The browser blocked copying. Copy the selected text manually.')
      }
    },
    paste: async () => {
      try {
        text.value = await navigator.clipboard.readText()
        importText()
      } catch {
        text.select()
        showStatus('The browser blocked pasting. Paste into the field manually.')
      }
    },
  }
  const updateDownload = (): void => {
    download.href = `data:application/json,${encodeURIComponent(text.value)}`
  }
  text.addEventListener('input', updateDownload)
  dialog.addEventListener('click', ({ target }) => {
    const name = (target as Element).closest<HTMLElement>('[data-act]')?.dataset['act']
    if (name) void actions[name]?.()
  })

  return (): void => {
    text.value = printJson(model.members)
    updateDownload()
    text.removeAttribute('aria-invalid')
    problems.replaceChildren()
    showStatus('')
    dialog.showModal()
    text.focus()
  }
}
