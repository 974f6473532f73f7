import { closeBatch, getBatch, listBatches } from '#contract/batches/batches'
import { closeBatch as close } from '../../domain/batches/close.ts'
import { getBatch as get } from '../../domain/batches/get.ts'
import { listBatches as list } from '../../domain/batches/list.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const batches = (app: App): void => {
  serve(app, listBatches, ({ query }, services) => list(query, services))
  serve(app, getBatch, ({ params }, services) => get(params.id, services))
  serve(app, closeBatch, (_input, services) => close(services))
}
