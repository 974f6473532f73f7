import { openAgenda } from './agenda.ts'
import { orderTimes } from './demand.ts'
import { addDisputes } from './disputed.ts'
import { openYearGateway } from './gateway.ts'
import { placeOrder } from './orders.ts'
import { createPerson } from './people.ts'
import type { Person } from './people.ts'
import { seededRandom } from './random.ts'
import { shopRequests } from './requests.ts'
import { dayMs, minuteMs } from './shop.ts'
import type { Shop } from './shop.ts'
import type { YearSettings } from '../yearThread.ts'
import { addSubscribers } from './subscribers.ts'
import { addUnusual } from './unusual.ts'
import { purgeAll, scanOnce, workOnce } from './work.ts'

const seed = 20_240_601
/** Share of orders by people who have bought before. */
const returning = 0.35
/** Since when the webhook exists. It receives the events of these days when the gateway starts. */
const webhookDays = 5

/**
 * A year of the demo shop in test mode: the gateway's own domain runs on a database in memory, with a clock that passes through the year. The
 * same numbers come of the same day: ids begin with the time, so the next day has others. Only sealed values differ from run to run.
 */
export const makeYear = async ({ statements, rootKeys, webhookUrl, now }: YearSettings, days = 365) => {
  const random = seededRandom(seed)
  const gateway = openYearGateway({ statements, rootKeys, random: seededRandom(seed + 1) })
  const requests = shopRequests(gateway)
  const agenda = openAgenda()
  const today = now - (now % dayMs)
  const start = today - (days - 1) * dayMs
  const people: Person[] = []
  const newShopper = (): Person => {
    const person = createPerson(people.length + 1, new Date(now).getUTCFullYear(), random)
    people.push(person)
    return person
  }
  let orders = 10_000
  const terminals: string[] = []
  const shop: Shop = {
    agenda,
    gateway,
    random,
    requests,
    newShopper,
    nextShopper: () => (people.length > 20 && random.chance(returning) ? random.pick(people) : newShopper()),
    nextOrder: () => `KT-${++orders}`,
    terminals,
    start,
    now: today,
  }

  agenda.add(start, async () => {
    for (const [index, nickname] of ['Studio counter', 'Market stall'].entries()) {
      gateway.setClock(start + index)
      terminals.push(await requests.createTerminal({ registrationCode: `KILN-TIDE-${index + 1}`, nickname }))
    }
  })
  addSubscribers(shop)
  addDisputes(shop)
  addUnusual(shop)
  agenda.add(today - webhookDays * dayMs, () => requests.registerWebhook(webhookUrl))
  for (let day = 0; day < days; day++) {
    const midnight = start + day * dayMs
    for (const at of orderTimes(midnight, (day + 365 - days) / 365, random)) agenda.add(at, () => placeOrder(shop))
    agenda.add(midnight + minuteMs, () => workOnce(gateway))
    if (day % 4 === 0) agenda.add(midnight, () => scanOnce(gateway))
  }
  await agenda.run(start, now, gateway.setClock)
  gateway.setClock(now)
  await scanOnce(gateway)
  await workOnce(gateway)
  await purgeAll(gateway)
  return { rows: gateway.rows, bytes: gateway.bytes }
}
