import { getFigures } from '#contract/figures/figures'
import { getFigures as get } from '../../domain/figures/get.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const figures = (app: App): void => {
  serve(app, getFigures, ({ query }, services) => get(query, services))
}
