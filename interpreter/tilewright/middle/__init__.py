"""The middle language: what rules are between checked trees and code."""
