import type { AppearanceMember } from '../members.ts'
import type { Preview } from '../previews.ts'
import { PRESETS } from '#contract/theme/presets'
import {
  appearanceOf,
  appearanceValues,
  checkoutOf,
  fixedBrandOf,
  type Members,
  printJson,
  withAppearance,
} from '../readMembers.ts'
import { requestCheckout } from './api.ts'
import { openControls } from './controls.ts'
import { openCreateDialog } from './createDialog.ts'
import { all, icon, make, one } from './dom.ts'
import { openJsonDialog } from './jsonDialog.ts'
import { printFragment, readFragment } from './fragment.ts'
import { reportContrast, type ContrastReport } from './contrast.ts'
import { createAppearanceHistory } from './appearanceHistory.ts'
import { openPreview } from './preview.ts'

const gateway = document.documentElement.dataset['gateway'] ?? ''
const frames = all<HTMLIFrameElement>('.screen iframe').map((frame) => openPreview(frame, gateway))
const dark = matchMedia('(prefers-color-scheme: dark)')
const model = createAppearanceHistory(() => draw())
const drawControls = openControls(model)
const showJson = openJsonDialog(model)
const create = openCreateDialog(model)
const [summary, error] = [one('.sum'), one('.trouble')]
const button = (act: string) => one<HTMLButtonElement>(`[data-act=${act}]`)
let preview: Preview = 'form'
/** What the frames were last asked to show. */
let requested = ''

/* Rendering */

const goTo = (member: AppearanceMember): void => {
  const input = one(`#${member}`)
  input.closest('details')!.open = true
  input.focus()
  input.scrollIntoView({ block: 'center' })
}

const drawSummary = ({ failing, pairs }: ContrastReport): void => {
  if (pairs === 0) return summary.replaceChildren('All colours are automatic')
  const [first] = failing
  if (!first) return summary.replaceChildren(icon('pass'), make('span', '', 'All contrasts pass'))
  const text = failing.length === 1 ? '1 contrast problem' : `${failing.length} contrast problems`
  const button = make('button', 'fails', icon('fail'), make('span', '', text))
  button.addEventListener('click', () => goTo(first))
  summary.replaceChildren(button)
}

/** Loads the checkout of the preview. Frames keep the last one while the gateway refuses the next. */
const load = async (form: { preview: Preview; checkout: string }, key: string): Promise<void> => {
  const result = await requestCheckout(form)
  // Another preview was requested meanwhile.
  if (requested !== key) return
  const isCreated = 'url' in result
  error.textContent = isCreated
    ? ''
    : result.errors.map(({ member, text }) => (member ? `${member}: ${text}` : text)).join(' ')
  if (isCreated) for (const frame of frames) frame.show(result.url, form.preview)
}

/** Loads the preview if it, or a member that only a new checkout can show, has changed. */
const drawPreview = (members: Members): void => {
  one<HTMLInputElement>(`[name=preview][value=${preview}]`).checked = true
  const form = { preview, checkout: JSON.stringify({ ...checkoutOf(members), appearance: fixedBrandOf(members) }) }
  const key = JSON.stringify(form)
  if (requested === key) return
  requested = key
  void load(form, key)
}

const draw = (): void => {
  const { members } = model
  const appearance = appearanceOf(members)
  const report = reportContrast(appearance)
  drawControls(members, report, dark.matches ? 'dark' : 'light')
  drawSummary(report)
  for (const frame of frames) frame.paint(appearanceValues(appearance))
  button('undo').disabled = !model.canUndo
  button('redo').disabled = !model.canRedo
  for (const preset of all<HTMLButtonElement>('[data-preset]')) {
    const { members: own } = PRESETS.find(({ id }) => id === preset.dataset['preset']) ?? { members: {} }
    preset.setAttribute('aria-pressed', String(printJson(own) === printJson(appearance)))
  }
  history.replaceState(null, '', location.pathname + printFragment({ members, preview }))
  drawPreview(members)
}

/* Actions */

const actions: Record<string, (button: HTMLButtonElement) => unknown> = {
  undo: () => model.undo(),
  redo: () => model.redo(),
  json: showJson,
  create,
}

for (const [act, run] of Object.entries(actions)) button(act).addEventListener('click', () => void run(button(act)))
for (const preset of all<HTMLButtonElement>('[data-preset]'))
  preset.addEventListener('click', () =>
    model.replace(
      withAppearance(model.members, PRESETS.find(({ id }) => id === preset.dataset['preset'])?.members ?? {}),
    ),
  )
for (const radio of all<HTMLInputElement>('[name=preview]'))
  radio.addEventListener('change', () => {
    preview = radio.value as Preview
    draw()
  })
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, shiftKey, target } = event
  // Text fields have their own undo.
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || (target as Element).closest('input[type=text], textarea'))
    return
  event.preventDefault()
  if (shiftKey) model.redo()
  else model.undo()
})
dark.addEventListener('change', draw)

/* State from the URL */

addEventListener('hashchange', () => {
  const state = readFragment(location.hash)
  preview = state.preview
  model.replace(state.members)
})

const first = readFragment(location.hash)
preview = first.preview
model.start(first.members)
