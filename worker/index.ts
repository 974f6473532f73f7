import { createWorker } from './app/worker.ts'

export { Pairing } from './terminals/pairing.ts'
export { Reader } from './terminals/reader.ts'
export { WebhookEndpoint } from './webhooks/endpoint.ts'

export default createWorker()
