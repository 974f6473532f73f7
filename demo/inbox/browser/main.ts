import type { Delivery, Summary } from '../delivery.ts'
import type { Messages } from '../messages.ts'
import { readDelivery } from './api.ts'
import { openControls } from './controls.ts'
import { renderDetails } from './details.ts'
import { makeRow, type Row } from './rows.ts'
import { deliveryTitle } from './format.ts'

const select = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!

const [empty, panes, list, none, reading] = [
  select('.empty'),
  select('.panes'),
  select('.list ul'),
  select('.none'),
  select('.reading'),
]
const kind = select<HTMLSelectElement>('.list select')
/** In a narrow window the details open below the row, not beside the list. */
const narrow = matchMedia('(width < 900px)')

/** Newest first. */
let rows: Row[] = []
/** The selected delivery. A wide window shows the newest if it is null. */
let chosen: number | null = null
/** Cache of deliveries, which never change. */
const cache = new Map<number, Promise<Delivery | undefined>>()

const announce = (text: string): void => {
  select('.news').textContent = text
}
const controls = openControls()

const isWanted = ({ summary }: Row): boolean => kind.value === '' || String(summary.kind) === kind.value

const choose = (number: number): void => {
  // In a narrow window a second click closes the details.
  chosen = narrow.matches && chosen === number ? null : number
  void draw()
}

const actions = { choose, replay: (event: string) => void controls.press({ act: 'replay', event }) }

const readOnce = (number: number): Promise<Delivery | undefined> => {
  const delivery = cache.get(number) ?? readDelivery(number)
  cache.set(number, delivery)
  return delivery
}

const shownRow = (): Row | undefined => {
  const wanted = rows.filter(isWanted)
  return wanted.find(({ summary }) => summary.number === chosen) ?? (narrow.matches ? undefined : wanted[0])
}

/** All deliveries of the same event, oldest first. */
const attemptsOf = ({ id }: Summary): Summary[] =>
  rows
    .map(({ summary }) => summary)
    .filter((summary) => summary.attempt !== null && summary.id === id)
    .toReversed()

const drawShown = async (): Promise<void> => {
  const row = shownRow()
  for (const { button } of rows) button.setAttribute('aria-expanded', String(button === row?.button))
  if (!row) return reading.remove()
  const delivery = await readOnce(row.summary.number)
  // Another delivery was selected meanwhile.
  if (row !== shownRow()) return
  const place = narrow.matches ? row.element : panes
  if (reading.parentElement !== place) place.append(reading)
  if (!delivery) return reading.replaceChildren('This delivery is no longer stored.')
  const attempts = attemptsOf(row.summary)
  // Skips rendering without changes, so that new deliveries do not disturb reading.
  const drawn = JSON.stringify([row.summary, attempts])
  if (reading.dataset['drawn'] === drawn) return
  reading.dataset['drawn'] = drawn
  reading.replaceChildren(renderDetails(row.summary, { delivery, attempts, actions }))
}

const draw = async (): Promise<void> => {
  empty.hidden = rows.length > 0
  panes.hidden = rows.length === 0
  kind.hidden = rows.length === 0
  for (const row of rows) row.element.hidden = !isWanted(row)
  none.hidden = rows.some(isWanted)
  await drawShown()
}

const toRow = (summary: Summary): Row => makeRow(summary, Date.now(), choose)

const put = (summary: Summary): void => {
  const row = rows.find((row) => row.summary.number === summary.number)
  if (row) row.draw(summary, Date.now())
  else {
    const newRow = toRow(summary)
    rows = [newRow, ...rows]
    list.prepend(newRow.element)
    announce(`${deliveryTitle(summary)} received, ${summary.complaint === null ? 'verified' : 'not verified'}`)
  }
  void draw()
}

const replace = (summaries: readonly Summary[]): void => {
  rows = summaries.map(toRow)
  list.replaceChildren(...rows.map(({ element }) => element))
  cache.clear()
  void draw()
}

/* Server-sent events */

const handlers: { [Name in keyof Messages]: (data: Messages[Name]) => void } = {
  setting: controls.setting,
  registration: controls.registration,
  deliveries: replace,
  delivery: put,
}

const stream = new EventSource('/inbox/stream')
for (const [name, handle] of Object.entries(handlers) as [string, (data: unknown) => void][])
  stream.addEventListener(name, (event) => handle(JSON.parse((event as MessageEvent<string>).data)))
stream.addEventListener('open', () => controls.connected(true))
stream.addEventListener('error', () => controls.connected(false))

kind.addEventListener('change', () => void draw())
narrow.addEventListener('change', () => void draw())
setInterval(() => {
  for (const row of rows) row.tick(Date.now())
}, 1000)
