/** Waits before each further try, in milliseconds; then the same for the fallback. */
const BACK_OFF_MS = [0, 1000, 3000]
/** How long a frame may take to say hello: by itself, and once the browser says that it has loaded. */
const PATIENCE_MS = 20_000
const AFTER_LOAD_MS = 1500

/**
 * Loads a frame, and again where it does not come: an iframe has no error event, so what counts is its hello.
 *
 * @param gateways origins to try, one after the other
 * @param start points the frame at a gateway
 * @returns `arrived`, to be called at the frame's hello
 */
export const loadFrame = (
  frame: HTMLIFrameElement,
  gateways: string[],
  signal: AbortSignal,
  start: (gateway: string) => void,
  failed: () => void,
): (() => void) => {
  const tries = gateways.flatMap((gateway) => BACK_OFF_MS.map((delay) => ({ gateway, delay })))
  let timer: ReturnType<typeof setTimeout> | undefined
  let arrived = false

  const stop = () => clearTimeout(timer)
  const next = () => {
    const attempt = tries.shift()
    if (!attempt) return failed()
    timer = setTimeout(() => {
      timer = setTimeout(next, PATIENCE_MS)
      start(attempt.gateway)
    }, attempt.delay)
  }
  frame.addEventListener(
    'load',
    () => {
      if (arrived) return
      stop()
      timer = setTimeout(next, AFTER_LOAD_MS)
    },
    { signal },
  )
  signal.addEventListener('abort', stop)
  next()
  return () => {
    arrived = true
    stop()
  }
}
