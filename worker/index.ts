import { createWorker } from './app/worker.ts'

export { OutcomeKeeper } from './outcomes/outcomeKeeper.ts'
export { SimulatorBook } from './processors/simulator/book/simulatorBook.ts'
export { Pairing } from './terminals/pairing/pairing.ts'
export { TerminalObject } from './terminals/terminalObject.ts'
export { AccountWork } from './work/accountWork.ts'
export { LaneWorker } from './work/laneWorker.ts'
export { WebhookEndpoint } from './webhooks/webhookEndpoint.ts'
export { WebhookSender } from './webhooks/webhookSender.ts'

export default createWorker()
