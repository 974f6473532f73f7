import { advanceTestClock, getTestClock, resetTestClock, setTestClock } from '#contract/testClock/testClock'
import {
  advanceTestClock as advance,
  resetTestClock as reset,
  setTestClock as set,
} from '../../domain/testClock/change.ts'
import { getTestClock as get } from '../../domain/testClock/get.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const testClock = (app: App): void => {
  serve(app, getTestClock, (_input, services) => get(services))
  serve(app, setTestClock, ({ body }, services) => set(body, services))
  serve(app, advanceTestClock, ({ body }, services) => advance(body, services))
  serve(app, resetTestClock, (_input, services) => reset(services))
}
