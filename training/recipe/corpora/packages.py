"""Debian packages: listed, downloaded, read; never installed.

apt works in a folder of its own, with the archives the machine knows already, so that nothing of
the machine changes and root is not needed.
"""
import glob
import os
import subprocess
import tarfile

APT_TIMEOUT_S = 1800
APT_FOLDERS = ('lists/partial', 'cache/archives/partial', 'etc')


class PackageStore:
    """Downloaded packages below `folder`: `debs/` and `sources/`, and `unpacked/` ones."""

    def __init__(self, folder):
        self._folder = folder
        self.debs = os.path.join(folder, 'debs')
        self.sources = os.path.join(folder, 'sources')
        self.unpacked = os.path.join(folder, 'unpacked')
        self.lists = os.path.join(folder, 'apt', 'lists')

    def update(self, languages):
        """Fetches the lists of packages, and the descriptions in some languages with them.

        Raises OSError where the archives cannot be reached.
        """
        for name in APT_FOLDERS:
            os.makedirs(os.path.join(self._folder, 'apt', name), exist_ok=True)
        for folder in (self.debs, self.sources):
            os.makedirs(folder, exist_ok=True)
        with open(self._apt_path('etc/sources.list'), 'w', encoding='utf-8') as file:
            file.writelines(f'{line}\n' for line in _archives())
        if self._apt(['update', '-o', f'Acquire::Languages={",".join(languages)}'], self._folder):
            raise OSError('apt-get update failed')

    def download(self, names):
        """Downloads binary packages that are not there yet; returns the names that failed."""
        return [name for name in names if not self.find(name) and self._apt(['download', name], self.debs)]

    def download_sources(self, names):
        """Downloads the tarballs of source packages; returns the names that failed."""
        command = ['source', '--download-only', '--tar-only']
        return [
            name for name in names
            if not glob.glob(os.path.join(self.sources, f'{name}_*')) and self._apt([*command, name], self.sources)
        ]

    def find(self, name):
        """The path of a downloaded package, or None."""
        found = sorted(glob.glob(os.path.join(self.debs, f'{name}_*.deb')))
        return found[-1] if found else None

    def find_all(self, pattern):
        """The paths of packages whose names match, such as `firefox-esr-l10n-*`."""
        return sorted(glob.glob(os.path.join(self.debs, f'{pattern}_*.deb')))

    def source_archives(self, name):
        """The tarballs of a source package."""
        found = sorted(glob.glob(os.path.join(self.sources, f'{name}_*.tar.*')))
        return [path for path in found if not path.endswith(('.asc', '.sig'))]

    def _apt_path(self, *parts):
        return os.path.join(os.path.abspath(self._folder), 'apt', *parts)

    def _apt(self, arguments, folder):
        """Runs apt-get in a folder; returns its exit code."""
        options = {
            'Dir::State::Lists': self._apt_path('lists'),
            'Dir::Cache': self._apt_path('cache'),
            'Dir::Etc::SourceList': self._apt_path('etc/sources.list'),
            'Dir::Etc::SourceParts': '-',
            'APT::Sandbox::User': '',
        }
        command = ['apt-get', '-q', *(f'-o{name}={value}' for name, value in options.items()), *arguments]
        return subprocess.run(
            command, cwd=folder, timeout=APT_TIMEOUT_S, stdout=subprocess.DEVNULL
        ).returncode


def _archives():
    """The machine's own archives, binary and source, as lines of a sources.list."""
    listed = subprocess.run(
        ['apt-get', 'indextargets', '--format', '$(REPO_URI) $(CODENAME) $(COMPONENT)', 'Identifier: Packages'],
        capture_output=True, text=True, timeout=60, check=True,
    ).stdout
    rows = [row.split() for row in listed.splitlines()]
    return sorted(
        f'{kind} {address} {suite} main'
        for address, suite, component in rows if component == 'main' for kind in ('deb', 'deb-src')
    )


def package_members(path, wanted):
    """Yields `(name, content)` of the files in a package whose name the pattern `wanted` finds."""
    with subprocess.Popen(['dpkg-deb', '--fsys-tarfile', path], stdout=subprocess.PIPE) as process:
        with tarfile.open(fileobj=process.stdout, mode='r|') as archive:
            yield from _members(archive, wanted)
        process.stdout.read()


def archive_members(path, wanted):
    """The same for a tarball."""
    with tarfile.open(path, 'r|*') as archive:
        yield from _members(archive, wanted)


def _members(archive, wanted):
    for member in archive:
        if member.isfile() and wanted.search(member.name):
            yield member.name, archive.extractfile(member).read()


def unpack(path, folder):
    """Unpacks a package below a folder."""
    os.makedirs(folder, exist_ok=True)
    subprocess.run(['dpkg-deb', '-x', path, folder], check=True, timeout=600)
