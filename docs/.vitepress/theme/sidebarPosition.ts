import { nextTick, onMounted, watch } from 'vue'
import { useRoute } from 'vitepress'

/** Scrolls the sidebar to the entry of the page if it is not in view. */
const showEntry = (): void => {
  const sidebar = document.querySelector('.VPSidebar')
  const entry = document.querySelector('.VPSidebarItem.is-link.is-active > .item')
  if (!sidebar || !entry) return
  const { top, bottom } = entry.getBoundingClientRect()
  const view = sidebar.getBoundingClientRect()
  if (top < view.top + 64 || bottom > view.bottom) sidebar.scrollTop += top - view.top - view.height / 2
}

/** Keeps the entry of the page in view of the sidebar, which is longer than a screen. For the setup of the layout. */
export const useSidebarAtPage = (): void => {
  const route = useRoute()
  onMounted(showEntry)
  watch(
    () => route.path,
    () => nextTick(showEntry),
  )
}
