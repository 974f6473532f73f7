import {
  createView as createViewEndpoint,
  deleteView as deleteViewEndpoint,
  listViews as listViewsEndpoint,
  updateView as updateViewEndpoint,
} from '#contract/views/views'
import { createView, deleteView, listViews, updateView } from '../../domain/views/views.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const views = (app: App): void => {
  serve(app, listViewsEndpoint, ({ query }, services) => listViews(query, services))
  serve(app, createViewEndpoint, ({ body }, services) => createView(body, services))
  serve(app, updateViewEndpoint, ({ params, body }, services) => updateView(params.View, body, services))
  serve(app, deleteViewEndpoint, ({ params }, services) => deleteView(params.View, services))
}
