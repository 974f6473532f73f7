import type { Member } from '../members.ts'
import type { Preview } from '../previews.ts'
import { PRESETS } from '../presets.ts'
import { printJson } from '../readMembers.ts'
import { ask } from './api.ts'
import { openControls } from './controls.ts'
import { openCreate } from './createDialog.ts'
import { all, icon, make, one } from './dom.ts'
import { openExchange } from './jsonDialog.ts'
import { printFragment, readFragment } from './fragment.ts'
import { type Judgement, judge } from './contrast.ts'
import { makeModel } from './appearanceHistory.ts'
import { openPreview } from './preview.ts'
import { scaleScreens } from './scale.ts'

const gateway = document.documentElement.dataset['gateway'] ?? ''
const frames = all<HTMLIFrameElement>('.screen iframe').map((frame) => openPreview(frame, gateway))
const dark = matchMedia('(prefers-color-scheme: dark)')
const model = makeModel(() => draw())
const drawControls = openControls(model)
const showJson = openExchange(model)
const create = openCreate(model)
const [sum, trouble] = [one('.sum'), one('.trouble')]
const button = (act: string) => one<HTMLButtonElement>(`[data-act=${act}]`)
let preview: Preview = 'form'

/* What is to be seen */

const goTo = (member: Member): void => {
  const input = one(`#${member}`)
  input.closest('details')!.open = true
  input.focus()
  input.scrollIntoView({ block: 'center' })
}

const drawSum = ({ failing, pairs }: Judgement): void => {
  if (pairs === 0) return sum.replaceChildren('All colours are derived')
  const [first] = failing
  if (!first) return sum.replaceChildren(icon('pass'), make('span', '', 'All contrasts pass'))
  const text = failing.length === 1 ? 'A colour to look at' : `${failing.length} colours to look at`
  const button = make('button', 'fails', icon('fail'), make('span', '', text))
  button.addEventListener('click', () => goTo(first))
  sum.replaceChildren(button)
}

const draw = (): void => {
  const { members } = model
  const judgement = judge(members)
  drawControls(members, judgement, dark.matches ? 'dark' : 'light')
  drawSum(judgement)
  for (const frame of frames) frame.paint(members)
  button('undo').disabled = !model.canUndo
  button('redo').disabled = !model.canRedo
  for (const preset of all<HTMLButtonElement>('[data-preset]')) {
    const { members: own } = PRESETS.find(({ id }) => id === preset.dataset['preset']) ?? { members: {} }
    preset.setAttribute('aria-pressed', String(printJson(own) === printJson(members)))
  }
  history.replaceState(null, '', location.pathname + printFragment({ members, preview }))
}

const show = async (next: Preview): Promise<void> => {
  preview = next
  one<HTMLInputElement>(`[name=preview][value=${next}]`).checked = true
  const made = await ask({ preview: next })
  // Another was chosen meanwhile.
  if (preview !== next) return
  const isMade = 'url' in made
  trouble.textContent = isMade ? '' : made.errors.map(({ text }) => text).join(' ')
  if (isMade) for (const frame of frames) frame.show(made.url, next)
}

/* What is pressed */

const acts: Record<string, (button: HTMLButtonElement) => unknown> = {
  undo: () => model.undo(),
  redo: () => model.redo(),
  json: showJson,
  create,
}

for (const [act, run] of Object.entries(acts)) button(act).addEventListener('click', () => void run(button(act)))
for (const preset of all<HTMLButtonElement>('[data-preset]'))
  preset.addEventListener('click', () =>
    model.replace(PRESETS.find(({ id }) => id === preset.dataset['preset'])?.members ?? {}),
  )
for (const radio of all<HTMLInputElement>('[name=preview]'))
  radio.addEventListener('change', () => {
    void show(radio.value as Preview)
    draw()
  })
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, shiftKey, target } = event
  // A field that is being typed into undoes its own typing.
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || (target as Element).closest('input[type=text], textarea'))
    return
  event.preventDefault()
  if (shiftKey) model.redo()
  else model.undo()
})
dark.addEventListener('change', draw)

/* Where it comes from */

addEventListener('hashchange', () => {
  const shown = readFragment(location.hash)
  if (preview !== shown.preview) void show(shown.preview)
  model.replace(shown.members)
})

scaleScreens(one('.devices'))
const first = readFragment(location.hash)
void show(first.preview)
model.start(first.members)
