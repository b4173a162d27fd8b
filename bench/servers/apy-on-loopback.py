"""Runs apertium-apy on the loopback address only: APY itself listens on all interfaces."""

import tornado.httpserver
from apertium_apy import apy


class LoopbackHTTPServer(tornado.httpserver.HTTPServer):
    def bind(self, port, address=None, **options):
        super().bind(port, address="127.0.0.1", **options)


tornado.httpserver.HTTPServer = LoopbackHTTPServer
apy.main()
