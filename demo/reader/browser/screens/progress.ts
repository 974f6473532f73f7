import { make, picture } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import { calmScreen, isRefund, makeTitle, printTotal, type Screen } from './screen.ts'

/** The bank is asked. */
export const processingScreen = (flow: Flow): Screen =>
  calmScreen('processing', makeTitle(isRefund(flow) ? 'Refunding' : 'Processing'), {
    before: [make('div', 'emblem turning', picture('turning'))],
    after: [make('p', 'amount', printTotal(flow)), make('p', 'lead', 'One moment, please.')],
  })

/** The shopper has said no, and the gateway has not answered yet. */
export const cancelingScreen = (): Screen =>
  calmScreen('canceling', makeTitle('Canceling'), { before: [make('div', 'emblem turning', picture('turning'))] })
