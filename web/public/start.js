// Runs before the first paint, in every browser, and so in the language of 2009. The build compresses it.
;(function () {
  // A chosen theme never flashes in the other one.
  try {
    var theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.setAttribute('data-theme', theme)
  } catch {
    // Access to storage may be denied: the system's theme applies.
  }

  // Without cascade layers none of the app's styles apply. What has them has all else that the app needs.
  var isOld = !('CSSLayerBlockRule' in window && 'noModule' in document.createElement('script'))

  // Stands until the first screen does.
  function startPage() {
    return document.getElementById('start')
  }

  function show(title, advice, reload) {
    var start = startPage()
    if (!start) return
    var button = reload
      ? '<p><button type="button" style="font:inherit;padding:.75em 1.25em">Tekrar dene</button></p>'
      : ''
    start.innerHTML =
      '<main style="max-width:26rem;margin:0 auto;padding:3rem 1.5rem;font-family:system-ui,sans-serif;text-align:center"><div role="alert">' +
      '<h1 style="margin:0 0 .75rem;font-size:1.25rem;font-weight:600">' +
      title +
      '</h1><p style="margin:0 0 1.5rem;line-height:1.5">' +
      advice +
      '</p></div>' +
      button +
      '</main>'
    if (reload)
      start.getElementsByTagName('button')[0].onclick = function () {
        location.reload()
      }
  }

  if (isOld)
    // Once the page is read, and before its modules run.
    document.addEventListener('readystatechange', function () {
      var root = document.getElementById('root')
      if (!root) return
      // The app finds no place to start in.
      root.id = ''
      show(
        'Tarayıcınız çok eski',
        'Tarayıcınızı ya da cihazınızı güncelleyin veya yeni bir tarayıcı kurun: Chrome 100, Safari 15.4 (iOS 15.4), Firefox 115 ya da daha yenisi gerekir.',
      )
    })
  // A script that cannot be loaded, parsed or run. These events do not bubble.
  else
    addEventListener(
      'error',
      function (event) {
        var isOwn = event.target.tagName === 'SCRIPT' || String(event.filename).indexOf(location.origin) === 0
        if (isOwn)
          show(
            'Uygulama yüklenemedi',
            'İnternet bağlantınızı kontrol edip tekrar deneyin. Sorun sürerse tarayıcınızı güncelleyin.',
            true,
          )
      },
      true,
    )
})()
