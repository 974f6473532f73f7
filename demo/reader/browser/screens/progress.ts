import { make, picture } from '../dom.ts'
import type { Flow } from '../payment/flow.ts'
import { statusScreen, isRefund, makeTitle, formatTotal, type Screen } from './screen.ts'

/** The processor is charging the card. */
export const processingScreen = (flow: Flow): Screen =>
  statusScreen('processing', makeTitle(isRefund(flow) ? 'Refunding' : 'Processing'), {
    before: [make('div', 'emblem turning', picture('turning'))],
    after: [make('p', 'amount', formatTotal(flow)), make('p', 'lead', 'One moment, please.')],
  })

/** The shopper canceled; the gateway has not confirmed yet. */
export const cancelingScreen = (): Screen =>
  statusScreen('canceling', makeTitle('Canceling'), { before: [make('div', 'emblem turning', picture('turning'))] })
